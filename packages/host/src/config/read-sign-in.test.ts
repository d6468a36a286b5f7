import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../client/testing/temporary-folder.ts'
import { readConfig } from './read-config.ts'

async function read(signIn: object, follow: object = {}) {
  await using folder = await temporaryFolder()
  for (const [name, text] of Object.entries({ secret: 'a'.repeat(32), short: 'a', empty: '\n' })) {
    await writeFile(join(folder.path, name), text)
  }
  const staticExport = { enabled: 'true', ...('url' in follow ? { follow } : { bundleUrl: '/b' }) }
  const { signIn: found } = await readConfig({
    text: JSON.stringify({ staticExport, signIn }),
    env: {},
    folder: folder.path,
  })
  return found
}

const issuer = 'https://id.example.com'
const oidc = { method: 'oidc', issuer, clientId: 'docs', clientSecretFile: 'secret', secretFile: 'secret' }
const all = { url: 'https://bindery.example.com', allDomains: 'true', apiKeyFile: 'key' }

test('a provider, or a proxy, with what is usual for the rest', async () => {
  expect(await read({})).toBeUndefined()
  const method = { kind: 'oidc', issuer, sessionSeconds: 28_800, groupsClaim: 'groups', secret: 'a'.repeat(32) }
  expect(await read(oidc)).toMatchObject({ method, groups: [], domains: undefined })
  const proxy = await read({ method: 'proxy', proxies: ['10.0.0.0/8', '::1'], groups: ['staff'] })
  expect(proxy).toMatchObject({ groups: ['staff'], method: { kind: 'proxy', userHeader: 'x-forwarded-user' } })
  const named = await read({ ...oidc, domains: { 'Docs.example.com': ['staff'], 'b.example.com': [] } }, all)
  expect(named?.domains).toEqual(new Map(Object.entries({ 'docs.example.com': ['staff'], 'b.example.com': [] })))
})

test.each([
  [{ groups: ['staff'] }, /signIn.method is missing/],
  [{ issuer }, /signIn.method is missing/],
  [{ domains: {} }, /signIn.method is missing/],
  [{ ...oidc, method: 'open' }, /signIn.method is "open"/],
  [{ ...oidc, issuer: undefined }, /signIn.issuer is missing/],
  [{ ...oidc, issuer: 'http://id.example.com' }, /signIn.issuer is not https/],
  [{ ...oidc, secretFile: 'short' }, /fewer than 32 characters/],
  [{ ...oidc, secretFile: 'missing' }, /cannot be read \(ENOENT\)/],
  [{ ...oidc, clientSecretFile: 'empty' }, /which is empty/],
  [{ ...oidc, sessionMinutes: '0' }, /sessionMinutes is "0"/],
  [{ ...oidc, domains: { 'docs.example.com': ['staff'] } }, /Write signIn.groups instead/],
  [{ ...oidc, public: 'true' }, /signIn.public is true, but no site is protected/],
  [{ public: 'false' }, /signIn.method is missing/],
  [{ ...oidc, colour: 'red' }, /signIn.colour is no setting/],
  [{ method: 'proxy' }, /signIn.proxies is missing/],
  [{ method: 'proxy', proxies: ['0.0.0.0/0'] }, /has "0.0.0.0\/0"/],
  [{ method: 'proxy', proxies: ['localhost'] }, /has "localhost"/],
  [{ method: 'proxy', proxies: ['10.0.0.0/'] }, /has "10.0.0.0\/"/],
  [{ method: 'proxy', proxies: ['10.0.0.1'], userHeader: 'a b' }, /Write the name of a header/],
])('%j leaves no site open: it is told in a sentence', async (signIn, sentence) => {
  await expect(read(signIn)).rejects.toThrow(sentence)
})

test.each([
  { 'docs.example.com': 'staff' },
  ['docs.example.com'],
  {},
  { 'docs.example.com/guide': [] },
  { 'https://docs.example.com': [] },
  { '*.example.com': [] },
])('%j are no domains', async (domains) => {
  await expect(read({ ...oidc, domains }, all)).rejects.toThrow(/signIn.domains are domains/)
})

test('a domain in two spellings is refused, since only one list of groups could count', async () => {
  const domains = { 'docs.example.com': ['staff'], 'Docs.example.com.': [] }
  await expect(read({ ...oidc, domains }, all)).rejects.toThrow(/names a domain twice/)
})
