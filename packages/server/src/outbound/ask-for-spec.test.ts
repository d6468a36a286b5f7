import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { NotFetched } from '@bindery/site'
import { expect, test } from 'vitest'
import { listHostileUrls } from '../../../../test/security/clone-urls/urls.ts'
import { quickFaults, startByteServer } from '../../../client/testing/faulty-servers.ts'
import { listen, startProxy, startTlsHost } from '../../testing/git/start-tls-host.ts'
import { createAskForSpec } from './ask-for-spec.ts'
import type { Reach } from './reach-host.ts'

async function startHost(answer: RequestListener = (_, response) => void response.end('{}')) {
  const requests: IncomingMessage[] = []
  const server = createHttpServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  return { requests, ...(await listen(server)) }
}

async function ask(url: string, hosts: Partial<Reach> & { allowed?: string[] }) {
  const { allowed = [], ...rest } = hosts
  const askForSpec = createAskForSpec({ policy: { allowedHosts: allowed }, ...rest })
  const { status, headers, body } = await askForSpec(url, AbortSignal.timeout(10_000))
  return { status, location: headers.location, text: await text(body as IncomingMessage) }
}

const refusal = (asking: Promise<unknown>) =>
  asking.then(
    () => 'it was asked',
    (error: unknown) => (error instanceof NotFetched ? error.message : String(error)),
  )

test('the connection goes to the address that was judged, and the resolver is asked once', async () => {
  await using host = await startHost()
  const origin = `http://specs.example.com:${host.port}`
  const looked: string[] = []
  const lookup = async (name: string) => {
    looked.push(name)
    return ['127.0.0.1']
  }
  const answer = await ask(`${origin}/a.json?format=json`, { allowed: [origin], lookup })
  expect(answer).toEqual({ status: 200, location: undefined, text: '{}' })
  expect(looked).toEqual(['specs.example.com'])
  expect(host.requests[0]?.url).toBe('/a.json?format=json')
  expect(host.requests[0]?.headers).toEqual({
    host: `specs.example.com:${host.port}`,
    accept: expect.any(String),
    'accept-encoding': 'identity',
    'user-agent': 'bindery',
    connection: expect.any(String),
  })
})

test('a redirect is handed over and not followed', async () => {
  await using host = await startHost((_, response) => void response.writeHead(302, { location: '/b.json' }).end())
  const origin = `http://127.0.0.1:${host.port}`
  expect(await ask(`${origin}/a.json`, { allowed: [origin] })).toMatchObject({ status: 302, location: '/b.json' })
  expect(host.requests).toHaveLength(1)
})

test.each(Object.entries(quickFaults))(
  'a host that %s is a failure, and nobody waits for it',
  async (_, { behave }) => {
    await using host = await startByteServer(behave, Buffer.alloc(100_000))
    await expect(ask(`${host.url}/a.json`, { allowed: [host.url] })).rejects.toThrow()
  },
)

test('every hostile address is refused with one sentence, whether there is such a host or not', async () => {
  await using host = await startHost()
  const sentences = new Set<string>()
  for (const { url, resolvesTo } of listHostileUrls(host.port)) {
    const lookup = async () => {
      if (!resolvesTo) throw new Error('there is no such host')
      return resolvesTo
    }
    sentences.add(await refusal(ask(url, { lookup })))
  }
  sentences.add(await refusal(ask('https://unknown.example.com/a.json', { lookup: async () => [] })))
  expect([...sentences]).toEqual([expect.stringMatching(/^its host is unknown or refused; only public hosts/)])
  expect(host.requests).toHaveLength(0)
})

test('a private authority is believed beside the usual ones, and without it a host is not', async () => {
  await using host = await startTlsHost()
  const url = `${host.origin}/a.json`
  expect(await ask(url, { allowed: [host.origin], caFile: host.cert })).toMatchObject({ status: 200, text: '{}' })
  await expect(ask(url, { allowed: [host.origin] })).rejects.toThrow('self-signed certificate')
})

test('a proxy is asked for a host that only it can find', async () => {
  await using host = await startTlsHost()
  await using proxy = await startProxy()
  const origin = `https://only.example.com:${host.port}`
  const settings = { allowed: [origin], caFile: host.cert, lookup: async () => [] }
  const proxyUrl = `http://us:password@127.0.0.1:${proxy.port}`
  expect(await ask(`${origin}/a.json`, { ...settings, proxyUrl })).toMatchObject({ status: 200, text: '{}' })
  const token = Buffer.from('us:password').toString('base64')
  expect(proxy.asked).toEqual([`only.example.com:${host.port} Basic ${token}`])
})

test('a host that needs no proxy is reached at the address that was judged', async () => {
  await using host = await startTlsHost()
  await using proxy = await startProxy()
  const origin = `https://only.example.com:${host.port}`
  const settings = { caFile: host.cert, proxyUrl: `http://127.0.0.1:${proxy.port}`, noProxy: '.example.com' }
  const direct = { ...settings, allowed: [origin], lookup: async () => ['127.0.0.1'] }
  expect(await ask(`${origin}/a.json`, direct)).toMatchObject({ status: 200, text: '{}' })
  const inside = { ...settings, lookup: async () => ['10.0.0.5'] }
  expect(await refusal(ask('https://only.example.com/a.json', inside))).toMatch(/^its host is unknown or refused/)
  expect(await refusal(ask('https://only.example.com/a.json', { ...settings, lookup: async () => [] }))).toMatch(
    /refused/,
  )
  expect(proxy.asked).toEqual([])
})
