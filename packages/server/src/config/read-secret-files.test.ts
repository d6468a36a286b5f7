import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig, readDatabaseUrl } from './config.ts'
import { readSecretFiles, secretVariables } from './read-secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'bindery-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const adviceFor = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('The configuration was accepted.')
}

const key = Buffer.alloc(32, 7).toString('base64')
const secrets: Record<(typeof secretVariables)[number], string> = {
  DATABASE_URL: 'postgres://bindery:secret@localhost/bindery',
  BINDERY_S3_ACCESS_KEY_ID: 'access',
  BINDERY_S3_SECRET_ACCESS_KEY: 'secret',
  BINDERY_HTTPS_PROXY: 'http://us:password@proxy.example.com:3128',
  BINDERY_CREDENTIAL_KEY: key,
  BINDERY_CREDENTIAL_PREVIOUS_KEYS: `${key},${key}`,
  BINDERY_MODEL_API_KEY: 'sk-1',
  BINDERY_OIDC_CLIENT_SECRET: 'client secret',
}

const rest = {
  BINDERY_S3_BUCKET: 'bindery',
  BINDERY_MODEL_PROVIDER: 'openai',
  BINDERY_MODELS: 'm',
  BINDERY_OIDC_ISSUER: 'https://id.example.com',
  BINDERY_OIDC_CLIENT_ID: 'bindery',
}

test('whatever is a secret may be in a file, and is read as if it were in the environment', () => {
  const files = Object.entries(secrets).map(([name, value]) => [`${name}_FILE`, write(name, `${value}\n`)])
  expect(readConfig({ ...rest, ...Object.fromEntries(files) })).toEqual(readConfig({ ...rest, ...secrets }))
})

test('every variable that sounds like a secret is one', () => {
  const source = readFileSync(new URL('config.ts', import.meta.url), 'utf8')
  const names = [...source.matchAll(/'((?:DATABASE|BINDERY)_[A-Z\d_]+)'/g)].map(([, name = '']) => name)
  const secret = names.filter((name) => /DATABASE_URL|KEY|SECRET|PASSWORD|TOKEN|PROXY$/.test(name))
  const known: readonly string[] = [...secretVariables, 'BINDERY_SIGNING_KEY_FILE', 'BINDERY_NO_PROXY']
  expect(secret.filter((name) => !known.includes(name))).toEqual([])
  expect(secret.length).toBeGreaterThan(5)
})

test('only what ends a line at the end is no part of the secret', () => {
  const read = (text: string) => readSecretFiles({ BINDERY_MODEL_API_KEY_FILE: write('key', text) }).filled
  expect(read(' a b \r\n\n').BINDERY_MODEL_API_KEY).toBe(' a b ')
  expect(read('a\nb').BINDERY_MODEL_API_KEY).toBe('a\nb')
})

test.each(secretVariables)('%s may not be said twice, and no value stands in the advice', (name) => {
  const file = write('twice', 'canary')
  const advice = adviceFor(() => readConfig({ ...rest, [name]: 'canary', [`${name}_FILE`]: file }))
  expect(advice).toContain(`${name}_FILE and ${name} are both set; keep one of them`)
  expect(advice).not.toContain('canary')
})

test('a file that is missing, empty or a folder is named with its variable, beside all other mistakes', () => {
  const [missing, empty] = [join(folder, 'missing'), write('empty', '\n')]
  const files = {
    DATABASE_URL_FILE: missing,
    BINDERY_CREDENTIAL_KEY_FILE: folder,
    BINDERY_OIDC_CLIENT_SECRET_FILE: empty,
    BINDERY_PORT: 'x',
  }
  const advice = adviceFor(() => readConfig({ ...rest, ...files }))
  expect(advice).toContain(`DATABASE_URL_FILE names ${missing}, which cannot be read (ENOENT)`)
  expect(advice).toContain(`BINDERY_CREDENTIAL_KEY_FILE names ${folder}, which cannot be read (EISDIR)`)
  expect(advice).toContain(`BINDERY_OIDC_CLIENT_SECRET_FILE names ${empty}, which is empty`)
  expect(advice).toContain('BINDERY_PORT must be a whole number')
})

test('migrate reads the address of the database from a file, too', () => {
  const file = write('url', `${secrets.DATABASE_URL}\n`)
  expect(readDatabaseUrl({ DATABASE_URL_FILE: file })).toBe(secrets.DATABASE_URL)
  expect(adviceFor(() => readDatabaseUrl({ DATABASE_URL_FILE: file, DATABASE_URL: 'canary' }))).toMatch(/both set/)
  expect(adviceFor(() => readDatabaseUrl({ DATABASE_URL_FILE: `${file}x` }))).toMatch(/DATABASE_URL_FILE names .*urlx/)
  expect(adviceFor(() => readDatabaseUrl({}))).toMatch(/DATABASE_URL is missing/)
})
