import { generateKeyPairSync, hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { extractBundle, unchecked } from '../../bundle/src/index.ts'
import { facts } from '../../bundle/testing/small-site.ts'
import { temporaryFolder } from '../../client/testing/temporary-folder.ts'
import { bundle, delta, runHost, startMirror } from '../testing/run-host.ts'
import { apiKey, startService } from '../testing/start-service.ts'

/** One key signs for all organizations of a service. */
const { privateKey: signingKey, publicKey } = generateKeyPairSync('ed25519')
const keys = { publicKeys: [publicKey.export({ type: 'spki', format: 'pem' })], domain: facts.domain }

function signed(version: string, committedAt: string | null, domain = facts.domain): Promise<Buffer> {
  return bundle(version, { site: { ...facts, version, committedAt, domain }, signingKey })
}

const [january, february, march] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z']
const v1 = await signed('v1', january)
const v2 = await signed('v2', february)
const attacker = await signed('v9', march, 'attacker.example.com')

/** A host that serves v2 from a mirror which can then be made to offer anything. */
async function serveV2(settings: object = keys) {
  await using parts = new AsyncDisposableStack()
  const folder = parts.use(await temporaryFolder())
  const mirror = parts.use(await startMirror(v2))
  const common = { bundleUrl: `${mirror.url}/bundle.tar.gz`, allowHttp: true, refreshSeconds: 1 }
  const first = { staticExport: { ...common, ...settings } }
  const host = parts.use(await runHost(folder.path, first))
  await host.heard(/Serving version v2/)
  const all = parts.move()
  return {
    folder: folder.path,
    mirror,
    host,
    first,
    configure: (more: object) => host.configure({ staticExport: { ...common, ...settings, ...more } }),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

test('a mirror with signed bundles of another domain, or of an older commit, changes nothing, also after a restart', async () => {
  await using world = await serveV2()
  const { host, mirror } = world
  mirror.answer(v1)
  expect(await host.heard(/not served, the old site is/)).toBe(
    'The new bundle is not served, the old site is: Version "v1" is of a commit of 2026-01-01T00:00:00Z, ' +
      'older than the commit of version "v2" (2026-02-01T00:00:00Z). Version "v2" stays in place. ' +
      'To go back to "v1", set staticExport.sha256 to the digest of its archive, or staticExport.version to its version.',
  )
  expect(await host.ready()).toMatchObject({ status: 200, version: 'v2', problem: { code: 'older_commit' } })
  mirror.answer(attacker)
  await host.heard(/for the domain "attacker.example.com", but "docs.example.com" was expected/)
  expect(await host.title()).toBe('v2')
  await host.stop()
  mirror.answer(v1)
  await using again = await runHost(world.folder, world.first)
  await again.heard(/older than the commit of version "v2"/)
  mirror.answer(attacker)
  await again.heard(/for the domain "attacker.example.com"/)
  expect(await again.title()).toBe('v2')
})

test.each([
  ['sha256', { sha256: hash('sha256', v1) }],
  ['version', { version: 'v1' }],
])('a pipeline that sets %s rolls back to an older bundle, and one that does not is refused', async (_, named) => {
  await using world = await serveV2()
  world.mirror.answer(v1)
  await world.host.heard(/older than the commit/)
  expect(await world.host.title()).toBe('v2')
  await world.configure(named)
  await world.host.heard(/Serving version v1/)
  expect(await world.host.title()).toBe('v1')
  expect((await world.host.ready()).problem).toBeUndefined()
})

test.each([
  ['of the same second', february],
  ['without a commit time', null],
])('a commit %s is taken', async (_, committedAt) => {
  await using world = await serveV2()
  world.mirror.answer(await signed('v3', committedAt))
  await world.host.heard(/Serving version v3/)
})

test('a site without a commit time is replaced by any other, and so is one without keys', async () => {
  await using world = await serveV2()
  world.mirror.answer(await signed('v3', null))
  await world.host.heard(/Serving version v3/)
  world.mirror.answer(v1)
  await world.host.heard(/Serving version v1/)
  await using open = await serveV2({})
  open.mirror.answer(v1)
  await open.host.heard(/Serving version v1/)
})

test('a domain is expected without keys too', async () => {
  await using world = await serveV2({ domain: facts.domain })
  world.mirror.answer(attacker)
  await world.host.heard(/for the domain "attacker.example.com"/)
  expect(await world.host.title()).toBe('v2')
})

test('a delta and a mounted folder of an older commit are refused', async () => {
  await using world = await serveV2()
  world.mirror.answer(await delta(v2, v1))
  await world.host.heard(/older than the commit/)
  const mounted = join(world.folder, 'mounted')
  await extractBundle([await signed('v0', january)], mounted, unchecked)
  await world.configure({ bundleUrl: mounted })
  await world.host.heard(/Version "v0" is of a commit .* older than the commit/)
  expect(await world.host.title()).toBe('v2')
})

test('a service that is followed may name an older export, and never the site of another domain', async () => {
  await using folder = await temporaryFolder()
  await using service = await startService()
  await writeFile(join(folder.path, 'key'), apiKey)
  const follow = { url: service.url, domain: facts.domain, apiKeyFile: 'key' }
  const { publicKeys } = keys
  await using host = await runHost(folder.path, {
    staticExport: { follow, publicKeys, allowHttp: true, refreshSeconds: 1 },
  })
  service.complete('v2', v2)
  await host.heard(/Serving version v2/)
  service.complete('v1', v1)
  await host.heard(/Serving version v1/)
  service.complete('v9', attacker)
  await host.heard(/for the domain "attacker.example.com"/)
  expect(await host.title()).toBe('v1')
})
