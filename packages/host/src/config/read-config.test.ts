import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../client/testing/temporary-folder.ts'
import { readConfig } from './read-config.ts'

const read = (text: string | undefined, env: Record<string, string> = {}) =>
  readConfig({ text, env, folder: '/etc/host' })
const off = { BINDERY_STATIC_EXPORT_ENABLED: 'false' }

test('YAML, JSON and the environment say the same', async () => {
  const bundleUrl = 'https://bucket.example.com/b.tar.gz?X-Amz-Signature=1'
  const yaml = await read(`staticExport:\n  enabled: true\n  bundleUrl: ${bundleUrl}\n  version: "1.4"\n`)
  const json = await read(JSON.stringify({ staticExport: { enabled: true, bundleUrl, version: '1.4' } }))
  const env = await read(undefined, {
    BINDERY_STATIC_EXPORT_ENABLED: 'true',
    BINDERY_STATIC_EXPORT_BUNDLE_URL: bundleUrl,
    BINDERY_STATIC_EXPORT_VERSION: '1.4',
  })
  expect(yaml.staticExport).toMatchObject({ enabled: true, bundleUrl, expected: { version: '1.4' }, allowHttp: false })
  expect(json).toEqual(yaml)
  expect(env).toEqual(yaml)
})

test('a version is text, however it is written', async () => {
  const { staticExport } = await read('staticExport: { enabled: true, bundleUrl: /b, version: 1.10 }')
  expect(staticExport.expected.version).toBe('1.10')
})

test('what a chart leaves empty is not set', async () => {
  const { staticExport } = await read('staticExport: { enabled: true, bundleUrl: /b, version: "", sha256: null }')
  expect(staticExport.expected).toMatchObject({ publicKeys: 'unchecked', version: undefined, sha256: undefined })
})

test('the environment goes before the file', async () => {
  const config = await read('listen: ":1000"\nbasePath: docs/', { ...off, BINDERY_LISTEN: '[::1]:2000' })
  expect(config).toMatchObject({ listen: { host: '::1', port: 2000 }, basePath: '/docs' })
})

test('paths are meant from the folder of the file', async () => {
  const config = await read('dataFolder: kept\nstaticExport: { enabled: true, bundleUrl: b.tar.gz }')
  expect([config.dataFolder, config.staticExport.bundleUrl]).toEqual(['/etc/host/kept', '/etc/host/b.tar.gz'])
})

const follow = { url: 'https://bindery.example.com/api', domain: 'Docs.Example.com', apiKeyFile: 'key' }

test('a service is followed in place of an address, every minute, with a key from a file or the environment', async () => {
  const { staticExport } = await read(JSON.stringify({ staticExport: { enabled: true, follow } }))
  const followed = { url: 'https://bindery.example.com/api/', domain: 'docs.example.com' }
  expect(staticExport).toMatchObject({ refreshSeconds: 60, follow: { ...followed, apiKey: { file: '/etc/host/key' } } })
  const env = await read(undefined, {
    BINDERY_STATIC_EXPORT_ENABLED: 'true',
    BINDERY_STATIC_EXPORT_FOLLOW_URL: follow.url,
    BINDERY_STATIC_EXPORT_FOLLOW_DOMAIN: follow.domain,
    BINDERY_STATIC_EXPORT_FOLLOW_API_KEY: 'bnd_1',
    BINDERY_STATIC_EXPORT_REFRESH_SECONDS: '10',
  })
  expect(env.staticExport).toMatchObject({ refreshSeconds: 10, follow: { ...followed, apiKey: { text: 'bnd_1' } } })
})

test.each([
  [{ follow, bundleUrl: '/b' }, /bundleUrl and staticExport.follow exclude each other/],
  [{ follow, domain: 'docs.example.com' }, /staticExport.domain is for staticExport.bundleUrl/],
  [{ follow, sha256: 'a'.repeat(64) }, /sha256 is one export’s/],
  [{ follow, refreshSeconds: '0' }, /refreshSeconds is 0. Write a number of seconds from 1 to 1000000/],
  [{ follow: { ...follow, url: undefined } }, /follow.url is missing/],
  [{ follow: { ...follow, domain: undefined } }, /follow.domain is missing. .*allDomains/],
  [
    { follow: { ...follow, allDomains: 'true' } },
    /follow.domain and staticExport.follow.allDomains exclude each other/,
  ],
  [{ follow: { ...follow, allDomains: 'yes' } }, /allDomains is "yes". Write true or false/],
  [{ follow: { ...follow, domain: undefined, allDomains: 'true' }, version: 'v1' }, /version is one site’s/],
  [{ follow: { ...follow, url: 'http://bindery.example.com' } }, /follow.url is not https.*allowHttp/],
  [{ follow: { ...follow, url: 'bindery.example.com' } }, /follow.url does not begin with https/],
  [{ follow: { ...follow, domain: 'https://docs.example.com' } }, /Write it as docs.example.com/],
  [{ follow: { ...follow, apiKeyFile: '' } }, /follow.apiKeyFile is missing/],
  [
    { follow: { ...follow, apiKey: 'bnd_1' } },
    /follow.apiKey is no setting. Known here: url, domain, allDomains, apiKeyFile/,
  ],
])('%j is told in a sentence', async (staticExport, sentence) => {
  const reading = read(JSON.stringify({ staticExport: { enabled: true, ...staticExport } }))
  await expect(reading).rejects.toMatchObject({
    code: 'configuration_invalid',
    message: expect.stringMatching(sentence),
  })
})

test('a key, or a link, may be in a file or in the environment, and not in both', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'link')
  await writeFile(file, 'https://bucket.example.com/b?X-Amz-Signature=1\n')
  const env = { BINDERY_STATIC_EXPORT_ENABLED: 'true', BINDERY_STATIC_EXPORT_BUNDLE_URL_FILE: file }
  expect((await read(undefined, env)).staticExport.bundleUrl).toBe('https://bucket.example.com/b?X-Amz-Signature=1')
  await expect(read(undefined, { ...env, BINDERY_STATIC_EXPORT_BUNDLE_URL: 'https://a/b' })).rejects.toThrow(
    'BINDERY_STATIC_EXPORT_BUNDLE_URL_FILE and BINDERY_STATIC_EXPORT_BUNDLE_URL are both set',
  )
  const missing = { ...env, BINDERY_STATIC_EXPORT_BUNDLE_URL_FILE: `${file}x` }
  await expect(read(undefined, missing)).rejects.toThrow(
    /BUNDLE_URL_FILE names .*linkx, which cannot be read \(ENOENT\)/,
  )
  await writeFile(file, '\n')
  await expect(read(undefined, env)).rejects.toThrow(/which is empty/)
  const followed = {
    BINDERY_STATIC_EXPORT_ENABLED: 'true',
    BINDERY_STATIC_EXPORT_FOLLOW_URL: follow.url,
    BINDERY_STATIC_EXPORT_FOLLOW_DOMAIN: follow.domain,
    BINDERY_STATIC_EXPORT_FOLLOW_API_KEY_FILE: '/run/secrets/key',
  }
  expect((await read(undefined, followed)).staticExport.follow?.apiKey).toEqual({ file: '/run/secrets/key' })
  await expect(read(undefined, { ...followed, BINDERY_STATIC_EXPORT_FOLLOW_API_KEY: 'canary' })).rejects.toThrow(
    /^BINDERY_STATIC_EXPORT_FOLLOW_API_KEY_FILE, .* and BINDERY_STATIC_EXPORT_FOLLOW_API_KEY are both set/,
  )
})

test('keys are text or files, and a file may hold several', async () => {
  await using folder = await temporaryFolder()
  const [a, b, c] = [1, 2, 3].map(() =>
    generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }),
  )
  await writeFile(join(folder.path, 'keys.pem'), `${a}${b}`)
  const text = JSON.stringify({ staticExport: { publicKeys: ['keys.pem', c] } })
  const { staticExport } = await readConfig({ text, env: off, folder: folder.path })
  expect(staticExport.expected.publicKeys).toHaveLength(3)
})

test('keys with an address need the domain, and a followed domain is the one that is expected', async () => {
  await using folder = await temporaryFolder()
  const publicKeys = [generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })]
  const readKeys = async (staticExport: object) => {
    const text = JSON.stringify({ staticExport: { enabled: true, publicKeys, ...staticExport } })
    return (await readConfig({ text, env: {}, folder: folder.path })).staticExport.expected
  }
  await expect(readKeys({ bundleUrl: '/b' })).rejects.toMatchObject({
    code: 'configuration_invalid',
    message: expect.stringMatching(/^staticExport.domain is missing, but staticExport.publicKeys is set.*Write/),
  })
  expect((await readKeys({ bundleUrl: '/b', domain: 'Docs.Example.com' })).domain).toBe('docs.example.com')
  expect((await readKeys({ follow })).domain).toBe('docs.example.com')
})

test('a file that lost its content does not switch the site off', async () => {
  await expect(read('')).rejects.toThrow('staticExport.enabled is missing')
})

test.each([
  ['staticExport: { enabled: true }', /bundleUrl is missing/],
  ['staticExport: { enabled: yes }', /enabled is "yes". Write true or false/],
  ['staticExport: { enabled: true, bundleUrl: "http://mirror/b" }', /is not https.*allowHttp/],
  ['staticExport: { enabled: true, bundleUrl: "ftp://mirror/b" }', /neither with https/],
  ['staticExport: { enabled: true, bundleUrl: "https://a:b@mirror/b" }', /user name or a password/],
  ['staticExport: { enabled: true, bundleUrl: /b, domain: "https://a" }', /staticExport.domain is .*Write it as docs/],
  ['staticExport: { sha256: abc }', /64 digits/],
  ['staticExport: { bundleURL: x }', /staticExport.bundleURL is no setting. Known here: enabled, bundleUrl/],
  ['port: 1', /port is no setting. Known here: listen/],
  ['listen: everywhere', /127.0.0.1:8080/],
  ['basePath: /a/../b', /Write it as \/docs/],
  ['basePath: /a b', /Write it as \/docs/],
  ['hsts: yes', /hsts is "yes". Write it as max-age=/],
  ['headers: { "a b": c }', /headers are names/],
  ['headers: { a: "b\\nc" }', /headers are names/],
  ['limits: { maxFiles: 1 }', /limits.maxFiles is no limit/],
  ['staticExport: { publicKeys: [nowhere.pem] }', /nowhere.pem in staticExport.publicKeys holds no Ed25519/],
  ['staticExport: [', /cannot be read/],
  ['- a', /no list of names/],
])('%s is told in a sentence', async (text, sentence) => {
  await expect(read(text, text.includes('enabled') ? {} : off)).rejects.toMatchObject({
    code: 'configuration_invalid',
    message: expect.stringMatching(sentence),
  })
})
