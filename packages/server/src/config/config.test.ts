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

test('previews have a name of their own that the dashboard is not below, and a lifetime', () => {
  expect(readConfig(enough).previews).toEqual({ lifetimeSeconds: 86_400 })
  const env = { ...enough, BINDERY_PUBLIC_URL: 'https://bindery.example.com' }
  for (const name of ['previews.example.com', '*.Previews.example.com']) {
    expect(readConfig({ ...env, BINDERY_PREVIEW_DOMAIN: name }).previews.domain).toBe('previews.example.com')
  }
  for (const name of ['example.com', 'bindery.example.com', 'https://previews.example.com', 'a..b', '-a.example.com']) {
    expect(adviceFor({ ...env, BINDERY_PREVIEW_DOMAIN: name })).toMatch(/BINDERY_PREVIEW_DOMAIN must/)
  }
  expect(adviceFor({ ...enough, BINDERY_PREVIEW_LIFETIME: '8d' })).toMatch(/BINDERY_PREVIEW_LIFETIME must/)
})

test('clients are told to stay with TLS for a year, as the operator says, or not at all', () => {
  expect(readConfig(enough).listen.transportSecurity).toBe('max-age=31536000')
  expect(readConfig({ ...enough, BINDERY_HSTS: 'max-age=60' }).listen.transportSecurity).toBe('max-age=60')
  expect(readConfig({ ...enough, BINDERY_HSTS: 'off' }).listen.transportSecurity).toBeUndefined()
  expect(adviceFor({ ...enough, BINDERY_HSTS: 'a\r\nb' })).toMatch(/BINDERY_HSTS must be off, or the header's value/)
})

test('domains are trusted unless the operator asks for proof', () => {
  expect(readConfig(enough).domains).toEqual({ mode: 'trusted', dnsServers: [] })
  const env = { ...enough, BINDERY_DOMAINS: 'verified', BINDERY_DNS_SERVERS: '10.0.0.53, [2001:db8::53]:5353' }
  expect(readConfig(env).domains).toEqual({ mode: 'verified', dnsServers: ['10.0.0.53', '[2001:db8::53]:5353'] })
  expect(adviceFor({ ...enough, BINDERY_DOMAINS: 'all' })).toMatch(/BINDERY_DOMAINS must be trusted or verified/)
  expect(adviceFor({ ...enough, BINDERY_DNS_SERVERS: 'ns.example.com' })).toMatch(
    /BINDERY_DNS_SERVERS must be addresses/,
  )
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
  expect(readConfig({ ...env, BINDERY_MODELS: '"Demo model", large small' }).model).toEqual({
    provider: 'openai-compatible',
    baseUrl: 'http://10.0.0.5:8000/v1',
    names: ['Demo model', 'large', 'small'],
  })
  expect(adviceFor(env)).toMatch(/BINDERY_MODELS is missing; name the models/)
})

test('prices of models are of a million tokens, in one currency', () => {
  expect(readConfig(enough).prices).toEqual({ currency: 'USD', models: {} })
  const env = { ...enough, BINDERY_MODEL_PRICES: 'large=3/15, "Demo model=0.25/1"', BINDERY_MODEL_CURRENCY: 'EUR' }
  expect(readConfig(env).prices).toEqual({
    currency: 'EUR',
    models: { large: { input: 3, output: 15 }, 'Demo model': { input: 0.25, output: 1 } },
  })
  for (const wrong of ['large', 'large=3', 'large=3/x', '=3/15']) {
    expect(adviceFor({ ...enough, BINDERY_MODEL_PRICES: wrong })).toMatch(/BINDERY_MODEL_PRICES must be prices/)
  }
})

test('a cost budget needs the price of each model', () => {
  const env = {
    ...enough,
    BINDERY_LIMIT_AGENT_COST_PER_MONTH: '100',
    BINDERY_MODEL_PROVIDER: 'openai-compatible',
    BINDERY_MODEL_BASE_URL: 'http://10.0.0.5:8000/v1',
    BINDERY_MODELS: 'large small',
  }
  expect(adviceFor(env)).toMatch(/BINDERY_LIMIT_AGENT_COST_PER_MONTH cannot be set. .* no model has one/)
  expect(adviceFor({ ...env, BINDERY_MODEL_PRICES: 'large=3/15' })).toMatch(/BINDERY_MODEL_PRICES for small first/)
  const priced = { ...env, BINDERY_MODEL_PRICES: 'large=3/15, small=1/2' }
  expect(readConfig(priced).limits.agentCostPerMonth).toBe(100)
})

test.each([
  [{ BINDERY_MODEL_PROVIDER: 'anthropic', BINDERY_MODELS: 'large' }, /BINDERY_MODEL_API_KEY is missing/],
  [{ BINDERY_MODEL_PROVIDER: 'openai-compatible', BINDERY_MODELS: 'large' }, /BINDERY_MODEL_BASE_URL is missing/],
  [{ BINDERY_MODELS: 'large' }, /BINDERY_MODEL_PROVIDER is missing, though/],
  [{ BINDERY_MODEL_PROVIDER: 'oracle' }, /BINDERY_MODEL_PROVIDER must be one of anthropic/],
] as [Record<string, string>, RegExp][])('half a model is told: %o', (env, advice) => {
  expect(adviceFor({ ...enough, ...env })).toMatch(advice)
})

const provider = {
  BINDERY_OIDC_ISSUER: 'https://id.example.com/realms/acme',
  BINDERY_OIDC_CLIENT_ID: 'bindery',
  BINDERY_OIDC_CLIENT_SECRET: 'canary',
}

test('without an identity provider people sign in with a password', () => {
  expect(readConfig(enough).signIn).toEqual({ local: true, oidc: undefined })
})

test('an identity provider has a name, a claim for groups and rules for them', () => {
  const { signIn } = readConfig({ ...enough, ...provider, BINDERY_OIDC_GROUPS: 'docs=org_1:writer' })
  expect(signIn.oidc).toMatchObject({
    issuer: provider.BINDERY_OIDC_ISSUER,
    name: 'Single sign-on',
    groupsClaim: 'groups',
    groups: [{ group: 'docs', organizationId: 'org_1', role: 'writer' }],
  })
  expect(readConfig({ ...enough, ...provider, BINDERY_LOCAL_SIGN_IN: 'false' }).signIn.local).toBe(false)
})

test.each([
  [{ BINDERY_LOCAL_SIGN_IN: 'false' }, /BINDERY_LOCAL_SIGN_IN may be false only with BINDERY_OIDC_ISSUER/],
  [{ BINDERY_OIDC_CLIENT_ID: 'bindery' }, /BINDERY_OIDC_ISSUER is missing/],
  [{ BINDERY_OIDC_ISSUER: 'https://id.example.com' }, /CLIENT_ID is missing.*\n.*CLIENT_SECRET is missing/],
  [{ ...provider, BINDERY_OIDC_ISSUER: 'http://id.example.com' }, /BINDERY_OIDC_ISSUER must begin with https/],
  [{ ...provider, BINDERY_OIDC_GROUPS: 'docs=acme:owner' }, /BINDERY_OIDC_GROUPS must be entries such as/],
])('a mistake about signing in is told with its variable: %o', (env, advice) => {
  expect(adviceFor({ ...enough, ...env })).toMatch(advice)
})

test.each(['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000'])('%s may be a provider', (issuer) => {
  expect(readConfig({ ...enough, ...provider, BINDERY_OIDC_ISSUER: issuer }).signIn.oidc?.issuer).toBe(issuer)
})
