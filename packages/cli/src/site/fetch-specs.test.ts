import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAsk } from './ask-for-spec.ts'
import { createSpecFetcher } from './fetch-specs.ts'

/** A host on this machine that counts who comes. */
async function startHost() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('{"openapi":"3.1.0","paths":{"/ships":{"get":{"summary":"List ships"}}}}')
  })
  await once(server.listen(0, 'localhost'), 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `http://localhost:${port}`, port, asked, [Symbol.asyncDispose]: close }
}

async function makeSite(openapi: string[]) {
  const root = await mkdtemp(join(tmpdir(), 'bindery-specs-test-'))
  const name = (sources: string[]) =>
    writeFile(join(root, 'docs.json'), JSON.stringify({ api: { openapi: sources }, navigation: { pages: [] } }))
  await name(openapi)
  return { root, name, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) }
}

test('a host is asked once in a session, and again only for what is named since', async () => {
  await using host = await startHost()
  await using site = await makeSite([`${host.origin}/a.json`])
  const fetchSpecs = createSpecFetcher(site.root, join(site.root, '.specs'))
  expect(Object.keys((await fetchSpecs()).digests)).toEqual([`${host.origin}/a.json`])
  await site.name([`${host.origin}/a.json`, `${host.origin}/b.json`])
  expect(Object.keys((await fetchSpecs()).digests)).toEqual([`${host.origin}/a.json`, `${host.origin}/b.json`])
  expect(host.asked).toEqual(['/a.json', '/b.json'])
})

test('plain http goes to localhost alone, by that name', async () => {
  await using host = await startHost()
  const others = [`http://127.0.0.1:${host.port}/a.json`, 'http://example.com/a.json']
  await using site = await makeSite(others)
  const { failures } = await createSpecFetcher(site.root, join(site.root, '.specs'))()
  expect(failures).toEqual(Object.fromEntries(others.map((url) => [url, 'it is not at an https address'])))
  expect(host.asked).toEqual([])
})

test('this machine is asked only for what the site itself names here', async () => {
  await using host = await startHost()
  const ask = createAsk(['https://example.com/a.json'])
  await expect(ask(`${host.origin}/a.json`, AbortSignal.timeout(5000))).rejects.toThrow('redirected to this machine')
  expect(host.asked).toEqual([])
})

test('a host that is not there is told with the reason that the system gives', async () => {
  const host = await startHost()
  await host[Symbol.asyncDispose]()
  await using site = await makeSite([`${host.origin}/a.json`])
  const { failures } = await createSpecFetcher(site.root, join(site.root, '.specs'))()
  expect(failures[`${host.origin}/a.json`]).toBe('its host could not be reached (ECONNREFUSED)')
})
