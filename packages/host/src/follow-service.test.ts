import { generateKeyPairSync, hash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { facts } from '../../bundle/testing/small-site.ts'
import { temporaryFolder } from '../../client/testing/temporary-folder.ts'
import { bundle, runHost } from '../testing/run-host.ts'
import { apiKey, startService } from '../testing/start-service.ts'
import { linkExport } from './source/link-export.ts'

const [v1, v2, v3] = [await bundle('v1'), await bundle('v2'), await bundle('v3')]

/** A service that has completed `v1`, and what a host that follows it is told, with the key in a file. */
async function follow(desired: Record<string, unknown> = {}) {
  const folder = await temporaryFolder()
  const service = await startService()
  service.complete('v1', v1)
  await writeFile(join(folder.path, 'key'), `${apiKey}\n`)
  const followed = { url: service.url, domain: facts.domain.toUpperCase(), apiKeyFile: 'key' }
  const settings = { staticExport: { allowHttp: true, refreshSeconds: 1, follow: followed, ...desired } }
  const dispose = async () => {
    await service[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  }
  return { folder: folder.path, service, settings, [Symbol.asyncDispose]: dispose }
}

test('a new export appears by itself, by a delta, and a link is asked for only then', async () => {
  await using world = await follow()
  const { service } = world
  await using host = await runHost(world.folder, world.settings)
  await host.heard(/Serving version v1/)
  await expect.poll(() => service.count('GET /v1')).toBeGreaterThan(2)
  expect(service.count('POST')).toBe(1)
  service.complete('v2', v2)
  await host.heard(/Serving version v2/)
  expect(await host.title()).toBe('v2')
  expect(await host.ready()).toMatchObject({ status: 200, version: 'v2', copy: 'fetched' })
  expect(service.count('POST')).toBe(2)
  const stored = await readFile(join(world.folder, 'data/current.json'), 'utf8')
  expect([stored, ...host.lines].join()).not.toMatch(/secret|bnd_/)
})

test('where the service has no delta, the whole bundle is taken', async () => {
  await using world = await follow()
  await using host = await runHost(world.folder, world.settings)
  await host.heard(/Serving version v1/)
  world.service.complete('v2', v2)
  world.service.forgetEarlier()
  await host.heard(/Serving version v2/)
  expect(world.service.count('POST')).toBe(3)
})

test('another export of the same content is taken note of, and not asked for again', async () => {
  await using world = await follow()
  await using host = await runHost(world.folder, world.settings)
  await host.heard(/Serving version v1/)
  const jobId = world.service.complete('v1', v1)
  const stored = () => readFile(join(world.folder, 'data/current.json'), 'utf8')
  await expect.poll(stored).toContain(jobId)
  expect(host.lines.filter((line) => line.startsWith('Serving'))).toHaveLength(1)
})

test('when the service is gone, the site is served, also after a restart, and readyz says from which copy', async () => {
  await using world = await follow()
  const first = await runHost(world.folder, world.settings)
  await first.heard(/Serving version v1/)
  world.service.answer((_, response) => response.writeHead(503, { 'retry-after': '1' }).end('<h1>Down</h1>'))
  await first.heard(/answered 503/)
  expect(await first.title()).toBe('v1')
  expect(await first.ready()).toMatchObject({ status: 200, copy: 'fetched', problem: { code: 'service_unreachable' } })
  await first.stop()
  await world.service[Symbol.asyncDispose]()
  await using host = await runHost(world.folder, world.settings)
  await host.heard(/cannot be reached: connect ECONNREFUSED/)
  expect(await host.title()).toBe('v1')
  expect(await host.ready()).toMatchObject({ status: 200, copy: 'kept', problem: { code: 'service_unreachable' } })
})

test('a revoked key is named, the site is served, and a new key in the file is used without a restart', async () => {
  await using world = await follow()
  await using host = await runHost(world.folder, world.settings)
  await host.heard(/Serving version v1/)
  await writeFile(join(world.folder, 'key'), 'bnd_revoked')
  expect(await host.heard(/answered 401/)).toContain('This API key was revoked')
  expect(await host.title()).toBe('v1')
  expect(await host.ready()).toMatchObject({ status: 200, version: 'v1', problem: { code: 'key_refused' } })
  world.service.complete('v2', v2)
  await writeFile(join(world.folder, 'key'), apiKey)
  await host.heard(/Serving version v2/)
  expect(await host.ready()).toMatchObject({ version: 'v2' })
  expect(host.lines.join()).not.toContain('bnd_')
})

test.each(['', 'bnd_a\nbnd_b'])('a file that holds no key (%j) is named, and its content is not', async (text) => {
  await using world = await follow()
  await writeFile(join(world.folder, 'key'), text)
  await using host = await runHost(world.folder, world.settings)
  expect(await host.heard(/nothing to serve/)).toContain('key holds no API key')
  expect(host.lines.join()).not.toContain('bnd_')
})

test('with a version the newest export that bears it is followed, and others are let be', async () => {
  await using world = await follow({ version: 'v1' })
  for (let previews = 0; previews < 120; previews++) world.service.complete('preview', v2)
  await using host = await runHost(world.folder, world.settings)
  await host.heard(/Serving version v1/)
  expect(world.service.count('GET /v1')).toBe(2)
})

const strangers = generateKeyPairSync('ed25519')
const accepted = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })
const forged = await bundle('v2', { signingKey: strangers.privateKey })
const ofAnother = await bundle('v2', { site: { ...facts, version: 'v2', domain: 'other.example.com' } })

test.each([
  ['a stranger’s signature', { publicKeys: [accepted] }, forged, /which is not accepted here/],
  ['another label than it was listed with', { version: 'v2' }, v3, /version "v3" of the site, but "v2" was asked for/],
  [
    'the site of another domain',
    {},
    ofAnother,
    /for the domain "other.example.com", but "docs.example.com" was expected/,
  ],
  ['a cut archive', {}, v2.subarray(0, -200), /cut off|truncated|ends/i],
])('%s is refused once, and not fetched again until there is a newer export', async (_, desired, bytes, sentence) => {
  await using world = await follow(desired)
  const { service } = world
  service.complete('v2', bytes)
  await using host = await runHost(world.folder, world.settings)
  expect(await host.heard(/nothing to serve/)).toMatch(sentence)
  await expect.poll(() => service.count('GET /v1/static-export')).toBe(3)
  expect(service.count('GET /bucket')).toBe(1)
  expect(host.lines.filter((line) => /nothing to serve/.test(line))).toHaveLength(1)
})

test('other bytes at the link than the service has named are refused, and fetched again', async () => {
  await using world = await follow()
  const { service } = world
  await using host = await runHost(world.folder, world.settings)
  await host.heard(/Serving version v1/)
  const [name = ''] = service.archives.keys()
  let bytes = v2.subarray(0, -200)
  service.answer((request, response) => {
    const body = { jobId: 'se_00000000000000ff', bundleUrl: `${service.url}${name}`, sha256: hash('sha256', v2) }
    if (request.url?.startsWith('/bucket')) return response.end(bytes)
    if (request.url?.startsWith('/v1/domains')) return response.writeHead(404).end('{"error":"no","code":"x"}')
    return response.end(JSON.stringify(request.method === 'POST' ? body : { jobs: [body], nextCursor: null }))
  })
  expect(await host.heard(/^The site stays as it is/)).toContain(`but ${hash('sha256', v2)} was asked for`)
  expect(await host.title()).toBe('v1')
  bytes = v2
  await host.heard(/^Serving version v2/)
})

test.each(['file:///etc/passwd', '/etc/passwd', 'data:,x', 'http://127.0.0.1/'])(
  'the service may not lead an https deployment to %s',
  async (bundleUrl) => {
    await using service = await startService()
    service.answer((_, response) => response.end(JSON.stringify({ bundleUrl, sha256: 'a'.repeat(64) })))
    const follow = { url: `${service.url}/`, domain: facts.domain, apiKey: { text: apiKey }, timeoutSeconds: 60 }
    const wanted = { jobId: 'se_1', since: undefined, allowHttp: false }
    await expect(linkExport(follow, wanted, AbortSignal.timeout(10_000))).rejects.toThrow('is not https')
  },
)

test('the key goes to the service and nowhere else', async () => {
  await using world = await follow()
  await using elsewhere = await startService()
  world.service.answer((_, response) => response.writeHead(302, { location: elsewhere.url }).end())
  await using host = await runHost(world.folder, world.settings)
  expect(await host.heard(/nothing to serve/)).toContain('answered 302')
  expect(elsewhere.count('')).toBe(0)
})

/** A minute from one look to the next: whatever is noticed sooner, the service has said. */
const slowly = { refreshSeconds: 60 }

test('what is published is served at once, forth and back, by one request that waits', async () => {
  await using world = await follow(slowly)
  const { service } = world
  const [second, third] = [service.complete('v2', v2), service.complete('v3', v3)]
  service.publish(second)
  await using host = await runHost(world.folder, world.settings)
  await host.heard(/Serving version v2/)
  for (const [jobId, version] of [
    [third, 'v3'],
    [second, 'v2'],
    [third, 'v3'],
  ] as const) {
    service.publish(jobId)
    await host.heard(new RegExp(`Serving version ${version}`))
    expect(await host.title()).toBe(version)
  }
  expect(service.count('GET /v1/static-export')).toBe(0)
  expect(service.count('GET /v1/domains')).toBeLessThanOrEqual(5)
})

test('a newer export that nobody published is not served', async () => {
  await using world = await follow({ refreshSeconds: 1 })
  const { service } = world
  service.publish(service.complete('v2', v2))
  await using host = await runHost(world.folder, world.settings)
  await host.heard(/Serving version v2/)
  service.complete('v3', v3)
  const looks = service.count('GET /v1/domains')
  await expect.poll(() => service.count('GET /v1/domains'), { timeout: 30_000 }).toBeGreaterThan(looks + 2)
  expect(await host.title()).toBe('v2')
})

test('while nothing is published there is nothing to serve, and the first publication is noticed at once', async () => {
  await using world = await follow(slowly)
  world.service.publish(null)
  await using host = await runHost(world.folder, world.settings)
  expect(await host.heard(/nothing to serve/)).toContain('has no current export')
  world.service.publish(world.service.complete('v2', v2))
  await host.heard(/Serving version v2/)
})

test('a service that learns of current exports, or comes back from a restart, is followed again', async () => {
  await using world = await follow({ refreshSeconds: 1 })
  const { service } = world
  await using host = await runHost(world.folder, world.settings)
  await host.heard(/Serving version v1/)
  const second = service.complete('v2', v2)
  await host.heard(/Serving version v2/)
  service.complete('v3', v3)
  await host.heard(/Serving version v3/)
  service.publish(second)
  await host.heard(/Serving version v2/)
  const dropped = service.asked.at(-1)?.socket
  dropped?.destroy()
  service.publish(service.complete('v3', v3))
  await host.heard(/Serving version v3/)
})

test('a proxy that responds to a long poll at once makes it no short one', async () => {
  await using world = await follow(slowly)
  const { service } = world
  service.respondAtOnce()
  const [second, third] = [service.complete('v2', v2), service.complete('v3', v3)]
  service.publish(second)
  await using host = await runHost(world.folder, world.settings)
  await host.heard(/Serving version v2/)
  await expect.poll(() => service.count('GET /v1/domains'), { timeout: 30_000 }).toBe(3)
  const before = service.count('GET /v1/domains')
  service.publish(third)
  await host.heard(/Serving version v3/)
  expect(service.count('GET /v1/domains') - before).toBe(1)
})

test('with a version the label decides, whatever is current', async () => {
  await using world = await follow({ version: 'v1', refreshSeconds: 1 })
  world.service.publish(world.service.complete('v2', v2))
  await using host = await runHost(world.folder, world.settings)
  await host.heard(/Serving version v1/)
  expect(world.service.count('GET /v1/domains')).toBe(0)
})
