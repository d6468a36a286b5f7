import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { bundleOf, facts, text } from '../../bundle/testing/small-site.ts'
import { temporaryFolder } from '../../client/testing/temporary-folder.ts'
import { assetOf, runHost } from '../testing/run-host.ts'
import { ask } from '../testing/serve-files.ts'
import { bundleFor, hostKey, startHosting } from '../testing/start-hosting.ts'

const [a, b, c] = ['a.example.com', 'b.example.com', 'c.example.com'] as const

/** A service with three domains, and what a host of all of them is told. */
async function world(more: Record<string, unknown> = {}) {
  const folder = await temporaryFolder()
  const service = await startHosting()
  for (const domain of [a, b]) service.publish(domain, await bundleFor(domain, 'v1'))
  service.publish(c)
  await writeFile(join(folder.path, 'key'), hostKey)
  const follow = { url: service.url, allDomains: true, apiKeyFile: 'key' }
  const settings = { ...more, staticExport: { allowHttp: true, follow } }
  const dispose = async () => {
    await service[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  }
  return { folder: folder.path, service, settings, [Symbol.asyncDispose]: dispose }
}

/** A host that has heard of all domains. */
async function start({ folder, settings }: Awaited<ReturnType<typeof world>>) {
  const host = await runHost(folder, settings)
  await expect.poll(async () => (await host.ready()).domains).toBeGreaterThan(0)
  return host
}

async function titleAt(host: { url: string }, name: string, path = '/') {
  const { status, body } = await ask(host.url, path, { headers: { host: name } })
  return /<h1>(.*?)<\/h1>/.exec(body.toString())?.[1] ?? status
}

test('each domain is served by its name, and only when it is asked for is its bundle taken', async () => {
  await using it = await world()
  await using host = await start(it)
  expect(it.service.count('POST')).toBe(0)
  expect(await titleAt(host, a)).toBe(`v1 of ${a}`)
  expect(it.service.count('POST')).toBe(1)
  expect(await titleAt(host, `${b.toUpperCase()}.:8443`)).toBe(`v1 of ${b}`)
  expect(await titleAt(host, a)).toBe(`v1 of ${a}`)
  expect(it.service.count('POST')).toBe(2)
  expect(await host.ready()).toMatchObject({ status: 200, domains: 3, open: 2, stored: 2, problems: 0 })
})

test.each(['nowhere.example.com', '', 'x', '..', '../a.example.com', 'a.example.com.evil.example', '[::1]'])(
  'a name that no site has (%j) is answered with a plain 404, and nothing is asked for',
  async (name) => {
    await using it = await world()
    await using host = await start(it)
    const { status, headers, body } = await ask(host.url, '/', { headers: { host: name } })
    expect([status, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
    expect(body.toString()).toBe('There is no site at this address.\n')
    expect(it.service.count('POST')).toBe(0)
  },
)

test('certificates may be asked for, for domains that are there and for no other', async () => {
  await using it = await world()
  await using host = await start(it)
  const certify = async (name: string) => (await ask(host.internalUrl, `/ask?domain=${name}`)).status
  expect([await certify(a), await certify(c), await certify(a.toUpperCase())]).toEqual([200, 200, 200])
  expect([await certify('evil.example.com'), await certify(''), await certify(`x.${a}`)]).toEqual([404, 404, 404])
  it.service.remove(b)
  await expect.poll(() => certify(b)).toBe(404)
})

test('a hundred first readers of a site share one download', async () => {
  await using it = await world()
  const { promise, resolve } = Promise.withResolvers<void>()
  it.service.holdBack(a, promise)
  await using host = await start(it)
  const readers = Array.from({ length: 100 }, () => titleAt(host, a))
  await expect.poll(() => it.service.count(`GET /bucket/${a}`)).toBe(1)
  // While it is on its way, others are served.
  expect(await titleAt(host, b)).toBe(`v1 of ${b}`)
  resolve()
  expect(new Set(await Promise.all(readers))).toEqual(new Set([`v1 of ${a}`]))
  expect(it.service.count(`GET /bucket/${a}`)).toBe(1)
})

test('what is published is served within seconds, by a delta, and other sites are left alone', async () => {
  await using it = await world()
  await using host = await start(it)
  expect([await titleAt(host, a), await titleAt(host, b)]).toEqual([`v1 of ${a}`, `v1 of ${b}`])
  it.service.publish(a, await bundleFor(a, 'v2'))
  await expect.poll(() => titleAt(host, a), { timeout: 5_000 }).toBe(`v2 of ${a}`)
  expect(await titleAt(host, b)).toBe(`v1 of ${b}`)
  expect(it.service.count(`POST /v1/hosting/domains/${b}`)).toBe(1)
})

test('a domain without an export, and then with one', async () => {
  await using it = await world()
  await using host = await start(it)
  expect(await titleAt(host, c)).toBe(503)
  it.service.publish(c, await bundleFor(c, 'v1'))
  await expect.poll(() => titleAt(host, c), { timeout: 5_000 }).toBe(`v1 of ${c}`)
})

test.each([
  ['a cut archive', async () => (await bundleFor(a, 'v2')).subarray(0, -200)],
  ['the site of another domain', () => bundleFor(b, 'v2')],
  ['no archive at all', async () => Buffer.from('<h1>Not Found</h1>')],
])('%s costs its own domain nothing but the news, and the others not even that', async (_, broken) => {
  await using it = await world()
  await using host = await start(it)
  expect(await titleAt(host, a)).toBe(`v1 of ${a}`)
  it.service.publish(a, await broken())
  await host.heard(/a\.example\.com: The (new bundle is not served|site stays)/)
  expect([await titleAt(host, a), await titleAt(host, b)]).toEqual([`v1 of ${a}`, `v1 of ${b}`])
  expect(await host.ready()).toMatchObject({ status: 200, problems: 1 })
  it.service.publish(a, await bundleFor(a, 'v3'))
  await expect.poll(() => titleAt(host, a), { timeout: 5_000 }).toBe(`v3 of ${a}`)
})

test('when the service is gone, what is on the disk is served, also after a restart', async () => {
  await using it = await world()
  const first = await start(it)
  await titleAt(first, a)
  await first.stop()
  await it.service[Symbol.asyncDispose]()
  await using host = await runHost(it.folder, it.settings)
  expect(await titleAt(host, a)).toBe(`v1 of ${a}`)
  // Nobody can say whether there is such a site.
  expect(await titleAt(host, b)).toBe(503)
  expect((await ask(host.internalUrl, `/ask?domain=${b}`)).status).toBe(503)
})

test('after a restart a site of the disk is brought up to date before it is served', async () => {
  await using it = await world()
  const first = await start(it)
  await titleAt(first, a)
  await first.stop()
  it.service.publish(a, await bundleFor(a, 'v2'))
  await using host = await start(it)
  expect(await titleAt(host, a)).toBe(`v2 of ${a}`)
})

test('a domain that is removed is gone from the host and from its disk', async () => {
  await using it = await world()
  await using host = await start(it)
  await titleAt(host, a)
  expect(existsSync(join(it.folder, 'data/domains', a))).toBe(true)
  it.service.remove(a)
  await expect.poll(() => titleAt(host, a), { timeout: 5_000 }).toBe(404)
  await expect.poll(() => existsSync(join(it.folder, 'data/domains', a))).toBe(false)
})

test('a domain without a current export any more is not served, until its new owner publishes', async () => {
  await using it = await world()
  const first = await start(it)
  expect(await titleAt(first, a)).toBe(`v1 of ${a}`)
  it.service.publish(a)
  await first.heard(/^a\.example\.com is no longer served: .* has no current export of it/)
  expect([await titleAt(first, a), await titleAt(first, b)]).toEqual([503, `v1 of ${b}`])
  expect(await titleAt(first, a, assetOf(`v1 of ${a}`))).toBe(503)
  it.service.publish(a, await bundleFor(a, 'v2'))
  await expect.poll(() => titleAt(first, a), { timeout: 5_000 }).toBe(`v2 of ${a}`)
  expect((await ask(first.url, assetOf(`v1 of ${a}`), { headers: { host: a } })).status).toBe(404)
  it.service.publish(a)
  await first.heard(/^a\.example\.com is no longer served/)
  await expect.poll(() => existsSync(join(it.folder, 'data/domains', a, 'current.json'))).toBe(false)
  // The disk has nothing that could be served while the service is down.
  await first.stop()
  await it.service[Symbol.asyncDispose]()
  await using host = await runHost(it.folder, it.settings)
  expect([await titleAt(host, a), await titleAt(host, b)]).toEqual([503, `v1 of ${b}`])
})

test('a site that opens while its domain changes hands is not served', async () => {
  await using it = await world()
  const { promise, resolve } = Promise.withResolvers<void>()
  it.service.holdBack(a, promise)
  await using host = await start(it)
  const reader = titleAt(host, a)
  await expect.poll(() => it.service.count(`GET /bucket/${a}`)).toBe(1)
  it.service.publish(a)
  await host.heard(/^a\.example\.com is no longer served/)
  expect(await reader).toBe(503)
  it.service.publish(a, await bundleFor(a, 'v2'))
  resolve()
  const seen = new Set<unknown>()
  await expect.poll(async () => [...seen.add(await titleAt(host, a))].at(-1), { timeout: 5_000 }).toBe(`v2 of ${a}`)
  expect(seen).not.toContain(`v1 of ${a}`)
})

test('past the limit of the disk the site that was not asked for the longest goes, and comes again', async () => {
  await using it = await world({ sitesMegabytes: 5 })
  const big = (domain: string) =>
    bundleOf([text('film.mp4', 'x'.repeat(2_000_000)), text('index.html', `<h1>${domain}</h1>`)], {
      site: { ...facts, domain, version: 'v1' },
    })
  for (const domain of [a, b, c]) it.service.publish(domain, await big(domain))
  await using host = await start(it)
  for (const domain of [a, b, c]) expect(await titleAt(host, domain)).toBe(domain)
  const onDisk = async () => (await readdir(join(it.folder, 'data/domains'))).sort()
  await expect.poll(onDisk).toEqual([b, c])
  await expect.poll(async () => (await host.ready()).bytes).toBeLessThan(5 * 1024 * 1024)
  expect(await titleAt(host, a)).toBe(a)
  await expect.poll(onDisk).toEqual([a, c])
})

test('a site that needs more than half of the room is refused, so that it cannot push out the others', async () => {
  await using it = await world({ sitesMegabytes: 2 })
  const site = { ...facts, domain: a, version: 'v1' }
  it.service.publish(a, await bundleOf([text('film.mp4', 'x'.repeat(1_500_000))], { site }))
  await using host = await start(it)
  expect(await titleAt(host, b)).toBe(`v1 of ${b}`)
  expect(await titleAt(host, a)).toBe(503)
  expect(await titleAt(host, b)).toBe(`v1 of ${b}`)
  expect(it.service.count(`POST /v1/hosting/domains/${b}`)).toBe(1)
})

test('under load sites are swapped again and again without a failed or mixed answer', async () => {
  await using it = await world()
  await using host = await start(it)
  let ended = false
  const read = async (name: string) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const get = async (path: string) => {
      const [response] = await once(request(`${host.url}${path}`, { agent, headers: { host: name } }).end(), 'response')
      return { status: response.statusCode, body: await textOf(response) }
    }
    while (!ended) {
      const page = await get('/')
      const [, version, asset] = /<h1>(.+?)<\/h1><link href="(.*?)">/.exec(page.body) ?? []
      expect([page.status, version]).toEqual([200, expect.stringContaining(name)])
      expect(await get(`/${asset}`)).toEqual({ status: 200, body: `/* ${version} */`.repeat(40) })
    }
    agent.destroy()
  }
  const readers = [a, a, b, b].map(read)
  for (let version = 2; version <= 6; version++) {
    for (const domain of [a, b]) it.service.publish(domain, await bundleFor(domain, `v${version}`))
    for (const domain of [a, b]) {
      await expect.poll(() => titleAt(host, domain), { timeout: 5_000 }).toBe(`v${version} of ${domain}`)
    }
  }
  ended = true
  await Promise.all(readers)
})

test('a key that the service refuses is named, and goes into no log', async () => {
  await using it = await world()
  await writeFile(join(it.folder, 'key'), 'bnd_other')
  await using host = await runHost(it.folder, it.settings)
  expect(await host.heard(/list of domains is not up to date/)).toContain('401')
  expect(host.lines.join()).not.toContain('bnd_')
  expect((await host.ready()).status).toBe(503)
})
