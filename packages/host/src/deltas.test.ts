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

const holdLinks = fileURLToPath(new URL('../testing/hold-links.ts', import.meta.url))
const sharedFiles = 250

function siteOf(version: string): Promise<Buffer> {
  const files = Array.from({ length: sharedFiles }, (_, at) => text(`shared/${at}.txt`, `the same ${at}`))
  const own = [text('index.html', `<h1>${version}</h1>`, 'index'), text(`only-${version}.txt`, version)]
  return bundleOf([...files, ...own].sort(compareFiles), { perPack: 100, site: { ...facts, version } })
}

const names = ['v1', 'v2', 'v3'] as const
const bundles = new Map(await Promise.all(names.map(async (name) => [name, await siteOf(name)] as const)))

/** A service with all versions, of which `v1` is current, and a host that stops between links until `resumeLinks`. */
async function open() {
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
      runProcess(folder.path, { refreshSeconds: 60, follow }, { env, settings: { keepEarlierSeconds: '0' } }),
    resumeLinks: () => rm(gate),
    /** Waits until the host has begun to link the unchanged files of a delta. */
    async waitForLinks() {
      const listIncoming = () => readdir(at('data/incoming'), { recursive: true })
      await expect.poll(listIncoming).toContainEqual(expect.stringContaining('/shared/'))
    },
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

test('a host that is killed while it links files starts with the earlier version, and then takes the new one', async () => {
  await using world = await open()
  const first = await world.start()
  await first.heard(/Serving version v1/)
  const before = await world.recorded()
  world.publish('v2')
  await world.waitForLinks()
  await expectServed(first, 'v1')
  expect(await world.listSites()).toEqual([before])
  await first[Symbol.asyncDispose]()
  expect(await world.recorded()).toBe(before)
  await using host = await world.start()
  await host.heard(/Serving version v1/)
  await world.waitForLinks()
  await expectServed(host, 'v1')
  await world.resumeLinks()
  await host.heard(/Serving version v2/)
  await expectServed(host, 'v2')
  await expect.poll(world.listSites).toEqual([await world.recorded()])
  const checked = await verifyFolder(world.folderOf(await world.recorded()), unchecked)
  expect(checked.manifest.site.version).toBe('v2')
})

test('each version that is served has a folder with all its files, after deltas forth and back', async () => {
  await using world = await open()
  await world.resumeLinks()
  await using host = await world.start()
  await host.heard(/Serving version v1/)
  for (const name of ['v2', 'v3', 'v2'] as const) {
    world.publish(name)
    await host.heard(new RegExp(`Serving version ${name}`))
    await expectServed(host, name)
    await expect.poll(world.listSites).toEqual([await world.recorded()])
    const checked = await verifyFolder(world.folderOf(await world.recorded()), unchecked)
    expect(checked.manifest.site.version).toBe(name)
  }
  expect(world.service.count('GET /bucket')).toBe(4)
})

test('a stop waits until the files are linked, and the next start begins with the new version', async () => {
  await using world = await open()
  await using first = await world.start()
  await first.heard(/Serving version v1/)
  world.publish('v2')
  await world.waitForLinks()
  first.terminate()
  await expect.poll(async () => (await first.ready()).status).toBe(503)
  await world.resumeLinks()
  expect(await first.ended).toMatchObject({ code: 0 })
  await using host = await world.start()
  expect(await host.heard(/Serving version/)).toContain('v2')
  expect(await host.ready()).toMatchObject({ version: 'v2' })
})

test('changed bytes in the earlier folder are found at the next start, and the whole bundle is taken', async () => {
  await using world = await open()
  await world.resumeLinks()
  const first = await world.start()
  await first.heard(/Serving version v1/)
  await writeFile(join(world.folderOf(await world.recorded()), 'shared/200.txt'), 'the SAME 200')
  world.publish('v2')
  await first.heard(/Serving version v2/)
  await first[Symbol.asyncDispose]()
  await using host = await world.start()
  expect(await host.heard(/is not served/)).toContain('"shared/200.txt" does not have the bytes')
  await host.heard(/Serving version v2/)
  await expectServed(host, 'v2')
  expect((await ask(host.url, '/shared/200.txt')).body.toString()).toBe('the same 200')
})

test('the whole bundle is taken when a file of the earlier folder is missing', async () => {
  await using world = await open()
  await world.resumeLinks()
  await using host = await world.start()
  await host.heard(/Serving version v1/)
  await rm(join(world.folderOf(await world.recorded()), 'shared/200.txt'))
  world.publish('v2')
  await host.heard(/Serving version v2/)
  expect(world.service.count('GET /bucket')).toBe(3)
  expect((await ask(host.url, '/shared/200.txt')).body.toString()).toBe('the same 200')
  expect((await verifyFolder(world.folderOf(await world.recorded()), unchecked)).manifest.site.version).toBe('v2')
})
