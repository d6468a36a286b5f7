import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const enough = { DATABASE_URL: 'postgres://localhost/bindery', BINDERY_S3_BUCKET: 'bindery' }

function adviceFor(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('The configuration was accepted.')
}

test('two variables are enough; the rest has defaults', () => {
  const config = readConfig(enough)
  expect(config.linkLifetimeSeconds).toBe(3600)
  expect(config.limits.requestsPerMinute).toBe(1200)
  expect(config.listen.trustedProxies).toEqual([])
  expect(config.credentials).toBeUndefined()
})

test('an empty variable counts as absent', () => {
  expect(readConfig({ ...enough, BINDERY_GIT_ALLOWED_HOSTS: '' }).git.allowedHosts).toEqual([])
})

test('all mistakes are told at once, each with its variable and what would be right', () => {
  const advice = adviceFor({
    BINDERY_PUBLIC_URL: 'bindery.example.com',
    BINDERY_TRUSTED_PROXIES: 'proxy',
    BINDERY_PORT: '99999',
    BINDERY_LIMIT_REQUESTS_PER_MINUTE: 'many',
  })
  for (const line of [
    /DATABASE_URL is missing.*postgres:/,
    /BINDERY_S3_BUCKET is missing/,
    /BINDERY_PUBLIC_URL is not a URL such as https:/,
    /BINDERY_TRUSTED_PROXIES must be networks such as/,
    /BINDERY_PORT must be a whole number/,
    /BINDERY_LIMIT_REQUESTS_PER_MINUTE must be a whole number/,
  ]) {
    expect(advice).toMatch(line)
  }
})

test('no value stands in the advice, for it may be a secret', () => {
  const advice = adviceFor({ ...enough, BINDERY_CREDENTIAL_KEY: 'canary', BINDERY_S3_SECRET_ACCESS_KEY: 'canary' })
  expect(advice).toMatch(/BINDERY_CREDENTIAL_KEY must be 32 bytes/)
  expect(advice).toMatch(/BINDERY_S3_SECRET_ACCESS_KEY and BINDERY_S3_ACCESS_KEY_ID belong together/)
  expect(advice).not.toContain('canary')
})

test.each(['1s', '4m', '8d'])('a link of %s is refused', (lifetime) => {
  expect(adviceFor({ ...enough, BINDERY_BUNDLE_LINK_LIFETIME: lifetime })).toMatch(/BINDERY_BUNDLE_LINK_LIFETIME must/)
})

test('tests may ask for links of a second', () => {
  const env = { ...enough, BINDERY_BUNDLE_LINK_LIFETIME: '1s', BINDERY_ALLOW_SHORT_LINKS: 'true' }
  expect(readConfig(env).linkLifetimeSeconds).toBe(1)
})

test('without a provider there is no model, and agent jobs are off', () => {
  expect(readConfig(enough).model).toBeUndefined()
})

test('a model of one’s own needs an endpoint and a name, and no key', () => {
  const env = {
    ...enough,
    BINDERY_MODEL_PROVIDER: 'openai-compatible',
    BINDERY_MODEL_BASE_URL: 'http://10.0.0.5:8000/v1',
  }
  expect(readConfig({ ...env, BINDERY_MODELS: 'large, small' }).model).toEqual({
    provider: 'openai-compatible',
    baseUrl: 'http://10.0.0.5:8000/v1',
    names: ['large', 'small'],
  })
  expect(adviceFor(env)).toMatch(/BINDERY_MODELS is missing; name the models/)
})

test.each([
  [{ BINDERY_MODEL_PROVIDER: 'anthropic', BINDERY_MODELS: 'large' }, /BINDERY_MODEL_API_KEY is missing/],
  [{ BINDERY_MODEL_PROVIDER: 'openai-compatible', BINDERY_MODELS: 'large' }, /BINDERY_MODEL_BASE_URL is missing/],
  [{ BINDERY_MODELS: 'large' }, /BINDERY_MODEL_PROVIDER is missing, though/],
  [{ BINDERY_MODEL_PROVIDER: 'oracle' }, /BINDERY_MODEL_PROVIDER must be one of anthropic/],
] as [Record<string, string>, RegExp][])('half a model is told: %o', (env, advice) => {
  expect(adviceFor({ ...enough, ...env })).toMatch(advice)
})
