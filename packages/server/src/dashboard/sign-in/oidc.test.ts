import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OidcPerson, type StartedProvider, startOidcProvider } from '../../../../../test/parts/oidc-provider.ts'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import type { Browser } from '../../../testing/dashboard/browser.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'
import { parseGroupRules } from '../../core/people/sign-in/group-rules.ts'
import type { OidcSettings } from '../../core/people/sign-in/sign-in-settings.ts'

// As behind a proxy: the provider knows the public address, and what it sends there is brought to the free port.
const publicUrl = 'http://127.0.0.1'
const ada = { subject: 'ada', email: 'Ada@example.com', name: 'Ada', groups: ['docs'] }
const people: OidcPerson[] = [ada]
let provider: StartedProvider
let dashboard: TestDashboard
let organization: string
let settings: OidcSettings

beforeAll(async () => {
  provider = await startOidcProvider({ redirectUris: [`${publicUrl}/sign-in/oidc/callback`], people })
  const { issuer, clientId, clientSecret } = provider
  const groups = parseGroupRules('docs=org_0123456789abcdef:writer')
  settings = { issuer, clientId, clientSecret, name: 'Acme ID', trustEmail: false, groupsClaim: 'groups', groups }
  dashboard = await startTestDashboard({ publicUrl, signIn: { local: true, oidc: settings } })
  organization = await plantOrganization(dashboard.database.db)
  await sql`update organization set id = 'org_0123456789abcdef' where id = ${organization}`.execute(
    dashboard.database.db,
  )
  organization = 'org_0123456789abcdef'
})
afterAll(async () => {
  await dashboard[Symbol.asyncDispose]()
  await provider.close()
})

const locationOf = (answer: Response) => answer.headers.get('location') ?? ''

/** Goes to the provider, says who it is, and comes back with the path at which the provider's answer stands. */
async function askProvider(browser: Browser, subject: string, start = '/sign-in/oidc'): Promise<string> {
  const atProvider = await browser.get(locationOf(await browser.request(start)))
  const chosen = await browser.request(`${provider.issuer}${atProvider.path}`, {
    method: 'POST',
    body: new URLSearchParams({ subject }),
  })
  const answered = new URL(locationOf(await browser.request(locationOf(chosen))))
  expect(answered.origin).toBe(publicUrl)
  return answered.pathname + answered.search
}

async function signIn(subject: string, start?: string, at = dashboard) {
  const browser = await at.openBrowser()
  return browser.get(await askProvider(browser, subject, start))
}

test('the provider lets in, and its groups say where', async () => {
  expect((await (await dashboard.openBrowser()).get('/sign-in')).path).toBe('/setup')
  const first = await signIn('ada', `/sign-in/oidc?return_to=${encodeURIComponent('/account')}`)
  expect(first).toMatchObject({ status: 200, path: '/account' })
  expect(first.text).toContain('ada@example.com')
  const page = await (await dashboard.openBrowser()).get('/sign-in')
  expect(page.text).toContain('Continue with Acme ID')
  expect(await signIn('ada')).toMatchObject({ status: 200, path: `/dashboard/${organization}/projects` })
  people[0] = { ...ada, groups: [] }
  expect((await signIn('ada')).text).toContain('You are not a member of any organization.')
  people[0] = ada
})

test('a foreign place to return to is not kept', async () => {
  const shown = await signIn('ada', `/sign-in/oidc?return_to=${encodeURIComponent('//evil.example.com')}`)
  expect(shown.path).toBe(`/dashboard/${organization}/projects`)
})

test('an answer is taken once', async () => {
  const browser = await dashboard.openBrowser()
  const answer = await askProvider(browser, 'ada')
  const cookie = browser.cookies.get('__Host-bindery-sign-in') ?? ''
  expect((await browser.get(answer)).status).toBe(200)
  const thief = await dashboard.openBrowser()
  thief.cookies.set('__Host-bindery-sign-in', cookie)
  const replayed = await thief.get(answer)
  expect(replayed.status).toBe(403)
  expect(replayed.text).toContain('Start again from the sign-in page')
})

test('an answer to another browser is refused: nobody is signed in as somebody else by a link', async () => {
  const attacker = await dashboard.openBrowser()
  const answer = await askProvider(attacker, 'ada')
  const victim = await dashboard.openBrowser()
  expect((await victim.get(answer)).status).toBe(403)
  await victim.request('/sign-in/oidc')
  expect((await victim.get(answer)).status).toBe(403)
  expect(victim.cookies.has('__Host-bindery-session')).toBe(false)
})

test.each([
  ['state', (answer: string) => answer.replace(/state=[^&]+/, 'state=wrong')],
  ['code', (answer: string) => answer.replace(/code=[^&]+/, 'code=wrong')],
  ['issuer', (answer: string) => answer.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example.com')],
  ['refusal of the provider', (answer: string) => answer.replace(/code=[^&]+/, 'error=access_denied')],
])('a wrong %s lets nobody in', async (_, spoil) => {
  const browser = await dashboard.openBrowser()
  const refused = await browser.get(spoil(await askProvider(browser, 'ada')))
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('Acme ID did not confirm who you are.')
  expect(browser.cookies.has('__Host-bindery-session')).toBe(false)
})

test.each(['nonce', 'codeVerifier'])('a wrong %s lets nobody in', async (part) => {
  const browser = await dashboard.openBrowser()
  const answer = await askProvider(browser, 'ada')
  await sql`update sign_in set oidc = (oidc::jsonb || jsonb_build_object(${part}::text, repeat('x', 43)))::json`.execute(
    dashboard.database.db,
  )
  expect((await browser.get(answer)).status).toBe(403)
})

test('a provider that needs no proxy is asked directly', async () => {
  const oidc = { local: true, oidc: settings }
  const network = { httpsProxy: 'http://127.0.0.1:1', noProxy: '127.0.0.1,localhost' }
  await using direct = await startTestDashboard({ publicUrl, signIn: oidc, network })
  const browser = await direct.openBrowser()
  expect(locationOf(await browser.request('/sign-in/oidc'))).toContain(provider.issuer)
  await using proxied = await startTestDashboard({ publicUrl, signIn: oidc, network: { ...network, noProxy: '' } })
  expect((await (await proxied.openBrowser()).request('/sign-in/oidc')).status).toBe(503)
})

test('neither code nor token stands in the log', async () => {
  const browser = await dashboard.openBrowser()
  const answer = await askProvider(browser, 'ada')
  const code = /code=([^&]+)/.exec(answer)?.[1] ?? ''
  await browser.get(answer.replace(/state=[^&]+/, 'state=wrong'))
  const log = dashboard.logged.join('\n')
  expect(log).toContain('a sign-in by the identity provider was refused')
  for (const secret of [code, provider.clientSecret]) expect(log).not.toContain(secret)
})

test('an account with a password and a proven address is not entered by its address, and it says what to do', async () => {
  const { email } = await plantPerson(dashboard.database.db, {
    password: 'correct horse battery',
    hasProvenEmail: true,
  })
  people.push({ subject: 'squatter', email, name: 'Eve' })
  const refused = await signIn('squatter')
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('who signs in another way')
})

test('nobody is made of an address that the provider has not verified, whether it is taken or not', async () => {
  const { email } = await plantPerson(dashboard.database.db)
  people.push({ subject: 'eve', email: 'ceo@example.com', emailVerified: false, name: 'Eve' })
  people.push({ subject: 'mallory', email, emailVerified: false, name: 'Mallory' })
  for (const [subject, address] of [
    ['eve', 'ceo@example.com'],
    ['mallory', email],
  ] as const) {
    const refused = await signIn(subject)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain(`does not say that ${address} is verified`)
  }
  const { rows } =
    await sql`select from person where email = 'ceo@example.com' or oidc_subject in ('eve', 'mallory')`.execute(
      dashboard.database.db,
    )
  expect(rows).toHaveLength(0)
})

test('who is known by the subject comes in, whatever is said of the address now', async () => {
  people[0] = { ...ada, emailVerified: false }
  expect(await signIn('ada')).toMatchObject({ status: 200, path: `/dashboard/${organization}/projects` })
  people[0] = ada
})

test('an operator may trust every address of the provider', async () => {
  await using trusting = await startTestDashboard({
    publicUrl,
    signIn: { local: true, oidc: { ...settings, trustEmail: true } },
  })
  people.push({ subject: 'entra', email: 'entra@example.com', emailVerified: false, name: 'Entra' })
  const shown = await signIn('entra', `/sign-in/oidc?return_to=${encodeURIComponent('/account')}`, trusting)
  expect(shown).toMatchObject({ status: 200, path: '/account' })
  expect(shown.text).toContain('entra@example.com')
})
