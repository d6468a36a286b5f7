import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../client/testing/temporary-folder.ts'
import { runHost } from '../testing/run-host.ts'
import { ask } from '../testing/serve-files.ts'
import { bundleFor, hostKey, startHosting } from '../testing/start-hosting.ts'
import { tryReloads } from '../testing/try-reloads.ts'

const [a, b] = ['a.example.com', 'b.example.com'] as const
const proxy = { method: 'proxy', proxies: ['127.0.0.1'] }

/** A host of two domains with these settings, without a sign-in at first. */
async function start(more: Record<string, unknown> = {}) {
  await using parts = new AsyncDisposableStack()
  const folder = parts.use(await temporaryFolder())
  const service = parts.use(await startHosting())
  for (const domain of [a, b]) service.publish(domain, await bundleFor(domain, 'v1'))
  await writeFile(join(folder.path, 'key'), hostKey)
  const follow = { url: service.url, allDomains: true, apiKeyFile: 'key' }
  const settings = (next: Record<string, unknown>) => ({ ...next, staticExport: { allowHttp: true, follow } })
  const host = parts.use(await runHost(folder.path, settings(more)))
  await host.heard(/has 2 domains/)
  const all = parts.move()
  return {
    service,
    host,
    read: async (domain: string, headers = {}) =>
      (await ask(host.url, '/', { headers: { host: domain, ...headers } })).status,
    async reload(next: Record<string, unknown>) {
      await host.configure(settings(next))
      await host.heard(/^The configuration has changed/)
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

test('a site that opens during a reload is protected by the new configuration', async () => {
  await using it = await start()
  const { promise, resolve } = Promise.withResolvers<void>()
  it.service.holdBack(a, promise)
  const waiting = it.read(a)
  await expect.poll(() => it.service.count(`GET /bucket/${a}`)).toBe(1)
  await it.reload({ signIn: { ...proxy, domains: { [a]: [], [b]: [] } } })
  resolve()
  expect([await waiting, await it.read(a), await it.read(b)]).toEqual([401, 401, 401])
  expect(await it.read(a, { 'x-forwarded-user': 'ada' })).toBe(200)
})

test('strangers get no protected site in 12 reloads while sites open', async () => {
  const { tried, escapes } = await tryReloads(12)
  expect(escapes).toEqual([])
  expect(tried).toBeGreaterThan(36)
}, 60_000)

test.each([
  ['a dot at the end', `${a}.`],
  ['capitals', 'A.Example.COM'],
  ['a port', `${a}:443`],
  ['full-width letters', 'ａ.example.com'],
])('a domain with %s in signIn.domains protects its site', async (_, name) => {
  await using it = await start({ signIn: { ...proxy, public: true, domains: { [name]: [] } } })
  expect([await it.read(a), await it.read(b)]).toEqual([401, 200])
})

test('a site that signIn.domains does not name is refused unless signIn.public is true', async () => {
  await using it = await start({ signIn: { ...proxy, domains: { [a]: [] } } })
  const signedIn = { 'x-forwarded-user': 'ada' }
  expect([await it.read(b), await it.read(b, signedIn), await it.read(a, signedIn)]).toEqual([403, 403, 200])
  expect(it.host.lines).toContainEqual(
    expect.stringMatching(/^signIn\.domains does not name b\.example\.com: .*signIn\.public/),
  )
  await it.reload({ signIn: { ...proxy, public: true, domains: { [a]: [] } } })
  expect([await it.read(b), await it.read(a)]).toEqual([200, 401])
})

test('a name in signIn.domains that the service does not list is logged once, until it changes', async () => {
  const typo = (name: string) => ({ signIn: { ...proxy, public: true, domains: { [a]: [], [name]: [] } } })
  await using it = await start(typo('docs.exmaple.com'))
  const logged = () => it.host.lines.filter((line) => /which the service does not list/.test(line))
  await it.host.heard(/^signIn\.domains names docs\.exmaple\.com, which the service does not list/)
  it.service.publish('c.example.com', await bundleFor('c.example.com', 'v1'))
  await expect.poll(() => it.read('c.example.com'), { timeout: 5_000 }).toBe(200)
  await it.reload({ ...typo('docs.exmaple.com'), headers: { 'X-Robots-Tag': 'noindex' } })
  expect(logged()).toHaveLength(1)
  await it.reload(typo('other.exmaple.com'))
  expect(logged()).toEqual([expect.stringContaining('docs.exmaple.com'), expect.stringContaining('other.exmaple.com')])
})
