import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareFiles, unchecked, verifyFolder } from '@bindery/bundle'
import { expect, test } from 'vitest'
import { bundleOf, facts, text } from '../../bundle/testing/small-site.ts'
import { temporaryFolder } from '../../client/testing/temporary-folder.ts'
import { runProcess } from '../testing/run-process.ts'
import { ask } from '../testing/serve-files.ts'
import { apiKey, startService } from '../testing/start-service.ts'
import { layeredFolder, wholeFolder } from './source/site-folder.ts'
import { openFolder } from './versions/open-site.ts'
import { createSiteVersions } from './versions/site-versions.ts'

const holdLinks = fileURLToPath(new URL('../testing/hold-links.ts', import.meta.url))
const sharedFiles = 250

function siteOf(version: string): Promise<Buffer> {
  const files = Array.from({ length: sharedFiles }, (_, at) => text(`shared/${at}.txt`, `the same ${at}`))
  const own = [text('index.html', `<h1>${version}</h1>`, 'index'), text(`only-${version}.txt`, version)]
  return bundleOf([...files, ...own].sort(compareFiles), { perPack: 100, site: { ...facts, version } })
}

const names = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6'] as const
const bundles = new Map(await Promise.all(names.map(async (name) => [name, await siteOf(name)] as const)))

/** A service with all versions, of which `v1` is current, and a host that links nothing while it is held. */
async function open(settings: Record<string, unknown> = {}) {
  await using parts = new AsyncDisposableStack()
  const folder = parts.use(await temporaryFolder())
  const service = parts.use(await startService())
  const jobs = new Map(names.map((name) => [name, service.complete(name, bundles.get(name) as Buffer)]))
  const at = (...path: string[]) => join(folder.path, ...path)
  const gate = at('gate')
  await writeFile(at('key'), apiKey)
  await writeFile(gate, '')
  const publish = (name: (typeof names)[number]) => service.publish(jobs.get(name) ?? null)
  publish('v1')
  const follow = { url: service.url, domain: facts.domain, apiKeyFile: 'key' }
  const env = { NODE_OPTIONS: `--import=${holdLinks}`, HOLD_LINKS_WHILE: gate }
  const all = parts.move()
  return {
    publish,
    service,
    start: () =>
      runProcess(
        folder.path,
        { refreshSeconds: 60, follow, ...settings },
        { env, settings: { keepEarlierSeconds: '0' } },
      ),
    letGo: () => rm(gate),
    listSites: () => readdir(at('data/sites')),
    folderOf: (name: string) => at('data/sites', name),
    /** The name of the folder that a start would find. */
    async recorded(): Promise<string> {
      return JSON.parse(await readFile(at('data/current.json'), 'utf8')).folder
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

type Process = Awaited<ReturnType<typeof runProcess>>

/** Every file of the version, and none of the others. */
async function expectServed({ url }: Process, version: string) {
  expect((await ask(url, '/')).body.toString()).toBe(`<h1>${version}</h1>`)
  for (const at of [0, 1, 120, sharedFiles - 1]) {
    expect((await ask(url, `/shared/${at}.txt`)).body.toString()).toBe(`the same ${at}`)
  }
  for (const name of names) expect((await ask(url, `/only-${name}.txt`)).status).toBe(name === version ? 200 : 404)
}

test('a host that is killed before a new version stands alone starts with the one before, and takes it again', async () => {
  await using world = await open()
  const first = await world.start()
  await first.heard(/Serving version v1/)
  const before = await world.recorded()
  world.publish('v2')
  await first.heard(/Serving version v2/)
  await expectServed(first, 'v2')
  await first[Symbol.asyncDispose]()
  expect(await world.recorded()).toBe(before)
  await using host = await world.start()
  await host.heard(/Serving version v1/)
  await host.heard(/Serving version v2/)
  await expectServed(host, 'v2')
  await world.letGo()
  await expect.poll(world.recorded).not.toBe(before)
  await expect.poll(world.listSites).toEqual([await world.recorded()])
  const checked = await verifyFolder(world.folderOf(await world.recorded()), unchecked)
  expect(checked.manifest.site.version).toBe('v2')
  await expectServed(host, 'v2')
})

test('versions lie over each other, forth and back, and no folder goes that one of them needs', async () => {
  await using world = await open()
  await using host = await world.start()
  await host.heard(/Serving version v1/)
  const before = await world.recorded()
  for (const name of ['v2', 'v3', 'v2'] as const) {
    world.publish(name)
    await host.heard(new RegExp(`Serving version ${name}`))
    await expectServed(host, name)
  }
  expect(await world.recorded()).toBe(before)
  expect(await world.listSites()).toHaveLength(4)
  await world.letGo()
  await expect.poll(world.listSites).toHaveLength(1)
  expect(await world.listSites()).toEqual([await world.recorded()])
  expect((await verifyFolder(world.folderOf(await world.recorded()), unchecked)).manifest.site.version).toBe('v2')
  await expectServed(host, 'v2')
})

test('no more than five folders lie over each other: what comes next waits until one stands alone', async () => {
  await using world = await open()
  await using host = await world.start()
  await host.heard(/Serving version v1/)
  for (const name of ['v2', 'v3', 'v4', 'v5'] as const) {
    world.publish(name)
    await host.heard(new RegExp(`Serving version ${name}`))
  }
  const links = world.service.count('GET /bucket')
  world.publish('v6')
  await expect.poll(() => world.service.count('GET /bucket')).toBe(links + 1)
  expect(await host.title()).toBe('v5')
  await world.letGo()
  await host.heard(/Serving version v6/)
  await expectServed(host, 'v6')
})

test('a stop waits until the version stands alone, and the next start begins with it', async () => {
  await using world = await open()
  await using first = await world.start()
  await first.heard(/Serving version v1/)
  world.publish('v2')
  await first.heard(/Serving version v2/)
  first.terminate()
  await world.letGo()
  expect(await first.ended).toMatchObject({ code: 0 })
  await using host = await world.start()
  expect(await host.heard(/Serving version/)).toContain('v2')
  expect(await host.ready()).toMatchObject({ version: 'v2' })
})

test('bytes that have changed in the folder below are found at the next start, and the whole bundle is taken', async () => {
  await using world = await open()
  const first = await world.start()
  await first.heard(/Serving version v1/)
  const before = await world.recorded()
  world.publish('v2')
  await first.heard(/Serving version v2/)
  await writeFile(join(world.folderOf(before), 'shared/200.txt'), 'the SAME 200')
  await world.letGo()
  await expect.poll(world.recorded).not.toBe(before)
  await first[Symbol.asyncDispose]()
  await using host = await world.start()
  expect(await host.heard(/is not served/)).toContain('"shared/200.txt" does not have the bytes')
  await host.heard(/Serving version v2/)
  await expectServed(host, 'v2')
  expect((await ask(host.url, '/shared/200.txt')).body.toString()).toBe('the same 200')
})

test('where a file is gone from the folder below, the whole bundle is taken at the next look', async () => {
  await using world = await open({ refreshSeconds: 1 })
  await using host = await world.start()
  await host.heard(/Serving version v1/)
  world.publish('v2')
  await host.heard(/Serving version v2/)
  await rm(join(world.folderOf(await world.recorded()), 'shared/200.txt'))
  await world.letGo()
  expect(await host.heard(/still needs the one before/)).toContain('"shared/200.txt"')
  await host.heard(/Serving version v2/)
  expect((await ask(host.url, '/shared/200.txt')).body.toString()).toBe('the same 200')
  expect((await verifyFolder(world.folderOf(await world.recorded()), unchecked)).manifest.site.version).toBe('v2')
})

test('a folder that a file is being sent from stays, though its version has left it', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'film.mp4'), 'film')
  const below = wholeFolder(folder.path)
  const above = layeredFolder(join(folder.path, 'next'), below, { fresh: [], unchanged: [] })
  const released: string[] = []
  using versions = createSiteVersions({
    retainEarlierMs: 0,
    discard() {},
    release: ({ path }) => released.push(path),
  })
  const site = { ...(await openFolder(folder.path)), folder: above }
  versions.put(site)
  const release = versions.hold(site)
  expect(above.placeOf('film.mp4')).toBe(join(folder.path, 'film.mp4'))
  await above.standAlone(async () => {})
  expect([...versions.listFolders()]).toEqual([above, below])
  release()
  expect(released).toEqual([above.path, below.path])
  expect([...versions.listFolders()]).toEqual([above])
})
