import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StartedProvider, startOidcProvider } from './oidc-provider.ts'

const redirectUri = 'http://127.0.0.1:1/callback'
let provider: StartedProvider
beforeAll(async () => {
  const people = [{ subject: 'ada', email: 'ada@example.com', name: 'Ada', groups: ['docs'] }]
  provider = await startOidcProvider({ redirectUris: [redirectUri], people })
})
afterAll(() => provider.close())

const authorize = (change: Record<string, string> = {}) => {
  const query = new URLSearchParams({
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: 's',
    // The S256 challenge of RFC 7636, appendix B.
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...change,
  })
  return fetch(`${provider.issuer}/auth?${query}`, { redirect: 'manual' })
}

test('it describes itself as providers do', async () => {
  const metadata = await (await fetch(`${provider.issuer}/.well-known/openid-configuration`)).json()
  expect(metadata).toMatchObject({
    issuer: provider.issuer,
    scopes_supported: expect.arrayContaining(['openid', 'email', 'profile', 'groups']),
    code_challenge_methods_supported: ['S256'],
  })
})

test('a sign-in is asked for on a page of its own', async () => {
  const asked = await authorize()
  expect(asked.status).toBe(303)
  const page = await fetch(new URL(asked.headers.get('location') ?? '', provider.issuer))
  expect(await page.text()).toContain('<button name="subject" value="ada">ada@example.com</button>')
})

test.each([{ redirect_uri: 'http://evil.example.com/' }, { client_id: 'else' }])(
  '%o is refused there',
  async (change) => {
    expect((await authorize(change)).status).toBe(400)
  },
)

test('without PKCE there is no code', async () => {
  const refused = await authorize({ code_challenge: '', code_challenge_method: '' })
  expect(refused.headers.get('location')).toContain('error=invalid_request')
})
