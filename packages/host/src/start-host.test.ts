import { generateKeyPairSync, hash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { extractBundle, unchecked } from '../../bundle/src/index.ts'
import { facts } from '../../bundle/testing/small-site.ts'
import { temporaryFolder } from '../../client/testing/temporary-folder.ts'
import { assetOf, bundle, delta, runHost, startMirror } from '../testing/run-host.ts'

const allowHttp = true
const v1 = await bundle('v1')
const v2 = await bundle('v2')

test('three fields are enough: the site is served, and readyz says which version', async () => {
  await using folder = await temporaryFolder()
  await using mirror = await startMirror(v1)
  await using host = await runHost(folder.path, {
    staticExport: { bundleUrl: `${mirror.url}/b?secret=1`, version: 'v1', allowHttp },
  })
  await host.heard(/Serving version v1/)
  expect(await host.title()).toBe('v1')
  expect(await host.ready()).toMatchObject({ status: 200, ready: true, version: 'v1', copy: 'fetched' })
  expect(host.lines.join()).not.toContain('secret')
  expect(await readFile(join(folder.path, 'data/current.json'), 'utf8')).not.toContain('secret')
})

test('when the link has expired, a restarted host serves the last good copy and says so', async () => {
  await using folder = await temporaryFolder()
  await using mirror = await startMirror(v1)
  const settings = { staticExport: { bundleUrl: `${mirror.url}/b?signature=abc`, allowHttp } }
  const first = await runHost(folder.path, settings)
  await first.heard(/Serving version v1/)
  await first.stop()
  mirror.answer((_, response) => response.writeHead(403).end('Request has expired'))
  await using host = await runHost(folder.path, settings)
  const told = await host.heard(/answered 403/)
  expect(told).toContain('A presigned link expires: ask for a new one')
  expect(told).not.toContain('abc')
  expect(await host.title()).toBe('v1')
  expect(await host.ready()).toMatchObject({
    status: 200,
    version: 'v1',
    copy: 'kept',
    problem: { code: 'bundle_unreachable' },
  })
})

test('when the mirror is gone, a restarted host serves the last good copy', async () => {
  await using folder = await temporaryFolder()
  const mirror = await startMirror(v1)
  const settings = { staticExport: { bundleUrl: mirror.url, allowHttp } }
  const first = await runHost(folder.path, settings)
  await first.heard(/Serving version v1/)
  await first.stop()
  await mirror[Symbol.asyncDispose]()
  await using host = await runHost(folder.path, settings)
  await host.heard(/cannot be fetched: connect ECONNREFUSED/)
  expect(await host.title()).toBe('v1')
})

test('a new configuration brings the next version, and assets of the one before stay', async () => {
  await using folder = await temporaryFolder()
  await using mirror = await startMirror((request, response) => response.end(request.url === '/1' ? v1 : v2))
  await using host = await runHost(folder.path, { staticExport: { bundleUrl: `${mirror.url}/1`, allowHttp } })
  await host.heard(/Serving version v1/)
  await host.configure({ staticExport: { bundleUrl: `${mirror.url}/2`, allowHttp }, basePath: '' })
  await host.heard(/Serving version v2/)
  expect(await host.title()).toBe('v2')
  for (const version of ['v1', 'v2']) {
    expect((await host.get(assetOf(version))).body.toString()).toContain(`/* ${version} */`)
  }
})

test('assets of an earlier version go when their time is over, and with them all that was made of it', async () => {
  await using folder = await temporaryFolder()
  await using mirror = await startMirror((request, response) => response.end(request.url === '/1' ? v1 : v2))
  const first = { staticExport: { bundleUrl: `${mirror.url}/1`, allowHttp }, keepEarlierSeconds: 0 }
  await using host = await runHost(folder.path, first)
  await host.heard(/Serving version v1/)
  const encoded = async () => readdir(join(folder.path, 'data/encodings')).catch(() => [])
  await host.get(assetOf('v1'), { 'accept-encoding': 'br' })
  expect(await encoded()).toHaveLength(1)
  await host.configure({ ...first, staticExport: { bundleUrl: `${mirror.url}/2`, allowHttp } })
  await host.heard(/Serving version v2/)
  await expect.poll(() => readdir(join(folder.path, 'data/sites'))).toHaveLength(1)
  await expect.poll(encoded).toEqual([])
  expect((await host.get(assetOf('v1'))).status).toBe(404)
})

const keys = generateKeyPairSync('ed25519')
const strangers = generateKeyPairSync('ed25519')
const signed = await bundle('v2', { signingKey: keys.privateKey })
const publicKeys = [keys.publicKey.export({ type: 'spki', format: 'pem' })]
const forged = await bundle('v2', { signingKey: strangers.privateKey })
const { domain } = facts

test.each([
  ['another version', { version: 'v3' }, v2, /version "v2" of the site, but "v3" was asked for/],
  ['another digest', { sha256: hash('sha256', signed) }, v2, /but [0-9a-f]{64} was asked for/],
  ['no signature', { publicKeys, domain }, v2, /not signed/],
  ['a stranger’s signature', { publicKeys, domain }, forged, /which is not accepted here/],
  ['a cut archive', {}, v2.subarray(0, -200), /cut off|truncated|ends/i],
  ['a changed byte', {}, Buffer.concat([v2.subarray(0, 900), Buffer.from('x'), v2.subarray(901)]), /./],
  ['no archive', {}, Buffer.from('<html>please log in</html>'), /gzip/],
  ['an archive beyond the limits', {}, v2, /goes beyond 2 files/],
])(
  '%s is refused with a sentence, and the old site is served, also after a restart',
  async (what, desired, bytes, sentence) => {
    await using folder = await temporaryFolder()
    await using mirror = await startMirror((request, response) => response.end(request.url === '/1' ? v1 : bytes))
    const first = { staticExport: { bundleUrl: `${mirror.url}/1`, allowHttp } }
    const limits = what.includes('limits') ? { limits: { maxEntries: 2 } } : {}
    const second = { ...limits, staticExport: { bundleUrl: `${mirror.url}/2`, allowHttp, ...desired } }
    const host = await runHost(folder.path, first)
    await host.heard(/Serving version v1/)
    await host.configure(second)
    expect(await host.heard(/^The new bundle is not served, the old site is/)).toMatch(sentence)
    expect(await host.title()).toBe('v1')
    expect(await host.ready()).toMatchObject({
      status: 200,
      version: 'v1',
      problem: { message: expect.stringMatching(sentence) },
    })
    await host.stop()
    await using again = await runHost(folder.path, second)
    await again.heard(/^The new bundle is not served|^There is nothing to serve/)
    // What was pinned must not be replaced by something else at a start: then there is nothing to serve.
    const isPinned = Object.keys(desired).length > 0
    expect((await again.ready()).status).toBe(isPinned ? 503 : 200)
    expect((await again.get('/')).status).toBe(isPinned ? 503 : 200)
    expect(await readdir(join(folder.path, 'data/incoming'))).toEqual([])
  },
)

test('a signature by an accepted key is checked again at every start', async () => {
  await using folder = await temporaryFolder()
  await using mirror = await startMirror(signed)
  const sha256 = hash('sha256', signed)
  const settings = { staticExport: { bundleUrl: mirror.url, allowHttp, publicKeys, domain, sha256 } }
  const first = await runHost(folder.path, settings)
  await first.heard(/Serving version v2/)
  await first.stop()
  const [name = ''] = await readdir(join(folder.path, 'data/sites'))
  await writeFile(join(folder.path, 'data/sites', name, 'guide.html'), 'changed on the disk')
  mirror.answer((_, response) => response.writeHead(403).end())
  await using host = await runHost(folder.path, settings)
  expect(await host.heard(/bundle of the last time is not served/)).toContain('guide.html')
  await host.heard(/There is nothing to serve/)
  expect(await host.ready()).toMatchObject({ status: 503, ready: false })
})

test('keys that are asked for later are asked of the site that is there, too', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'b.tar.gz'), v1)
  await using host = await runHost(folder.path, { staticExport: { bundleUrl: 'b.tar.gz' } })
  await host.heard(/Serving version v1/)
  await host.configure({ staticExport: { bundleUrl: 'b.tar.gz', publicKeys, domain } })
  expect(await host.heard(/not served/)).toContain('not signed')
})

test.each(['a path', 'file://'])('an archive and a folder are taken from %s', async (kind) => {
  await using folder = await temporaryFolder()
  const address = (path: string) => (kind === 'a path' ? path : `file://${path}`)
  await writeFile(join(folder.path, 'b.tar.gz'), v1)
  await extractBundle([v2], join(folder.path, 'mounted'), unchecked)
  await using host = await runHost(folder.path, { staticExport: { bundleUrl: address(join(folder.path, 'b.tar.gz')) } })
  await host.heard(/Serving version v1/)
  await host.configure({ staticExport: { bundleUrl: address(join(folder.path, 'mounted')) } })
  await host.heard(/Serving version v2/)
  await rm(join(folder.path, 'mounted'), { recursive: true })
  expect(await host.title()).toBe('v2')
})

test('a folder in which a file was changed is refused, and the file named', async () => {
  await using folder = await temporaryFolder()
  await extractBundle([v2], join(folder.path, 'mounted'), unchecked)
  await writeFile(join(folder.path, 'mounted/extra.html'), '')
  await using host = await runHost(folder.path, { staticExport: { bundleUrl: 'mounted' } })
  expect(await host.heard(/nothing to serve/)).toContain('"extra.html" is not in the manifest')
})

test('a delta leads on from what is kept, and is known when it is met again', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'full.tar.gz'), v1)
  await writeFile(join(folder.path, 'delta.tar.gz'), await delta(v1, v2))
  const host = await runHost(folder.path, { staticExport: { bundleUrl: 'full.tar.gz' } })
  await host.heard(/Serving version v1/)
  const next = { staticExport: { bundleUrl: 'delta.tar.gz', version: 'v2' } }
  await host.configure(next)
  await host.heard(/Serving version v2/)
  expect(await host.title()).toBe('v2')
  expect((await host.get('/guide')).status).toBe(200)
  await host.stop()
  await using again = await runHost(folder.path, next)
  await again.heard(/Serving version v2/)
  expect(await again.ready()).toMatchObject({ version: 'v2' })
  await using empty = await temporaryFolder()
  await writeFile(join(empty.path, 'delta.tar.gz'), await delta(v1, v2))
  await using other = await runHost(empty.path, next)
  expect(await other.heard(/nothing to serve/)).toContain('there is no bundle here that it leads on from')
})

test('an address that is asked again is asked only for what is new', async () => {
  await using folder = await temporaryFolder()
  await using mirror = await startMirror((request, response) => {
    const isKnown = request.headers['if-none-match'] === '"1"'
    response.writeHead(isKnown ? 304 : 200, { etag: '"1"' }).end(isKnown ? undefined : v1)
  })
  const settings = { staticExport: { bundleUrl: mirror.url, allowHttp, refreshSeconds: 1 } }
  await using host = await runHost(folder.path, settings)
  await host.heard(/Serving version v1/)
  await expect.poll(() => mirror.asked.length).toBeGreaterThan(1)
  expect(mirror.asked.at(-1)?.headers['if-none-match']).toBe('"1"')
  mirror.answer((_, response) => response.writeHead(200, { etag: '"2"' }).end(v2))
  await host.heard(/Serving version v2/)
  expect(host.lines.filter((line) => line.startsWith('Serving'))).toHaveLength(2)
})

test('a configuration that is wrong is told, and the old one stays', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'b.tar.gz'), v1)
  await using host = await runHost(folder.path, { staticExport: { bundleUrl: 'b.tar.gz' } })
  await host.heard(/Serving version v1/)
  await host.configure({ staticExport: { bundleUrl: 'http://mirror.example.com/b.tar.gz' } })
  expect(await host.heard(/The new configuration is not used/)).toContain('set staticExport.allowHttp to true')
  expect(await host.title()).toBe('v1')
})

test('what is switched off is not served, and is back when it is switched on', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'b.tar.gz'), v1)
  const settings = (enabled: boolean) => ({ keepEarlierSeconds: 0, staticExport: { enabled, bundleUrl: 'b.tar.gz' } })
  await using host = await runHost(folder.path, settings(false))
  for (let times = 0; times < 2; times++) {
    await host.heard(/enabled is not true/)
    expect(await host.ready()).toMatchObject({ status: 503, problem: { code: 'not_enabled' } })
    expect((await host.get('/')).status).toBe(503)
    await host.configure(settings(true))
    await host.heard(/Serving version v1/)
    expect(await host.title()).toBe('v1')
    await host.configure(settings(false))
  }
})

test('what a killed host left behind is gone after the next start', async () => {
  await using folder = await temporaryFolder()
  for (const left of ['sites/half-made', 'incoming/half-made', 'encodings']) {
    await mkdir(join(folder.path, 'data', left), { recursive: true })
  }
  await writeFile(join(folder.path, 'data/current.json'), '{"folder":')
  await writeFile(join(folder.path, 'data/encodings/abc.br'), 'half')
  await writeFile(join(folder.path, 'b.tar.gz'), v1)
  await using host = await runHost(folder.path, { staticExport: { bundleUrl: 'b.tar.gz' } })
  await host.heard(/Serving version v1/)
  expect(await readdir(join(folder.path, 'data/sites'))).toHaveLength(1)
  expect(await readdir(join(folder.path, 'data'))).toEqual(['current.json', 'incoming', 'sites'])
})

const overTls = { 'x-forwarded-proto': 'https' }

test.each([
  ['by default', {}, overTls, 'max-age=31536000'],
  ['not to who came without TLS', {}, {}, undefined],
  ['not to who came without TLS by a proxy', {}, { 'x-forwarded-proto': 'http' }, undefined],
  ['as the first of several proxies says', {}, { 'x-forwarded-proto': 'https, http' }, 'max-age=31536000'],
  ['as the operator says', { hsts: 'max-age=60; includeSubDomains' }, overTls, 'max-age=60; includeSubDomains'],
  ['unless it is off', { hsts: 'off' }, overTls, undefined],
  ['as a header of his own says', { headers: { 'strict-transport-security': 'max-age=1' } }, overTls, 'max-age=1'],
  ['unless he takes it away', { headers: { 'Strict-Transport-Security': '' } }, overTls, undefined],
])('browsers are told to stay with TLS, %s', async (_, settings, headers, told) => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'b.tar.gz'), v1)
  await using host = await runHost(folder.path, { ...settings, staticExport: { bundleUrl: 'b.tar.gz' } })
  await host.heard(/Serving version v1/)
  for (const path of ['/', '/nowhere', '/guide/', assetOf('v1')]) {
    const { headers: sent } = await host.get(path, headers)
    expect(sent['strict-transport-security']).toBe(told)
  }
})
