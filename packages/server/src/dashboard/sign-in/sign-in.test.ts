import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'
import { findSession } from '../../core/people/sessions/find-session.ts'
import { offerSetupCode } from '../../core/people/setup/offer-setup-code.ts'

const session = '__Host-bindery-session'
const password = 'correct horse battery'
let dashboard: TestDashboard
let organization: string

beforeAll(async () => {
  dashboard = await startTestDashboard()
  organization = await plantOrganization(dashboard.database.db)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const plant = () => plantPerson(dashboard.database.db, { password, memberships: { [organization]: 'viewer' } })
const openBrowser = () => dashboard.openBrowser()

test('the right password lets in, to the page that was asked for', async () => {
  const { id, email } = await plant()
  const browser = await openBrowser()
  const asked = `/dashboard/${organization}/projects`
  const { text, path } = await browser.get(asked)
  expect(path).toBe(`/sign-in?return_to=${encodeURIComponent(asked)}`)
  const [, returnTo = ''] = /name="return_to" value="([^"]+)"/.exec(text) ?? []
  const shown = await browser.submit(path, '/sign-in', { email, password, return_to: returnTo })
  expect(shown).toMatchObject({ status: 200, path: asked })
  const secret = browser.cookies.get(session) ?? ''
  expect((await findSession(dashboard.database.pool, secret))?.person.id).toBe(id)
})

test('the cookie is for this host alone, over TLS, and out of reach of scripts', async () => {
  const { email } = await plant()
  const browser = await openBrowser()
  const { text } = await browser.get('/sign-in')
  const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const answer = await browser.request('/sign-in', {
    method: 'POST',
    body: new URLSearchParams({ csrf, email, password }),
  })
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith(session))
  for (const part of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax']) expect(cookie?.split('; ')).toContain(part)
  expect(cookie).not.toContain('Domain')
})

test('a session that was planted in the browser before is not the one after the sign-in', async () => {
  const [{ email }, attacker] = [await plant(), await plant()]
  const browser = await dashboard.openBrowser(attacker.id)
  const planted = browser.cookies.get(session) ?? ''
  await browser.submit('/account', '/sign-in', { email, password })
  expect(browser.cookies.get(session)).not.toBe(planted)
  expect(await findSession(dashboard.database.pool, planted)).toBeUndefined()
})

test('nobody learns from the answer whether somebody is known', async () => {
  const [known, without] = [await plant(), await plantPerson(dashboard.database.db)]
  const answers = []
  for (const email of [known.email, without.email, 'nobody-here@example.com']) {
    const browser = await openBrowser()
    const { status, text } = await browser.submit('/sign-in', '/sign-in', { email, password: 'wrong' })
    answers.push([status, text.replaceAll(email, '').replace(/name="csrf" value="[^"]+"/, '')])
  }
  expect(answers[0]?.[0]).toBe(422)
  expect(answers[0]?.[1]).toContain('Wrong email or password')
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
})

test('too many attempts are refused with advice, for the right password too', async () => {
  const { email } = await plant()
  const browser = await openBrowser()
  await browser.submit('/sign-in', '/sign-in', { email, password: 'wrong' })
  await sql`update quota set used = 20`.execute(dashboard.database.db)
  const { status, text } = await browser.submit('/sign-in', '/sign-in', { email, password })
  await sql`delete from quota`.execute(dashboard.database.db)
  expect(status).toBe(429)
  expect(text).toContain('Wait for the next hour')
  expect(browser.cookies.has(session)).toBe(false)
})

test('others who try shut nobody out of the browser that they use, also after signing out', async () => {
  const { db } = dashboard.database
  const { email } = await plant()
  const browser = await openBrowser()
  await browser.submit('/sign-in', '/sign-in', { email, password })
  await browser.submit('/account', '/sign-out')
  const other = await openBrowser()
  for (const account of [email, 'nobody-here@example.com'])
    await other.submit('/sign-in', '/sign-in', { email: account, password: 'wrong' })
  await sql`update quota set used = 200`.execute(db)
  const refused = await other.submit('/sign-in', '/sign-in', { email, password })
  // A cookie of one person says nothing about another, known or not.
  const elsewhere = await browser.submit('/sign-in', '/sign-in', { email: 'nobody-here@example.com', password })
  expect([refused.status, elsewhere.status]).toEqual([429, 429])
  expect((await browser.submit('/sign-in', '/sign-in', { email, password })).status).toBe(200)
  await sql`delete from quota`.execute(db)
})

test('what makes a browser known stays for a year, out of reach of scripts, and is none of the session', async () => {
  const { email } = await plant()
  const browser = await openBrowser()
  const { text } = await browser.get('/sign-in')
  const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const body = new URLSearchParams({ csrf, email, password })
  const answer = await browser.request('/sign-in', { method: 'POST', body })
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('__Host-bindery-device='))
  for (const part of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax', 'Max-Age=31536000'])
    expect(cookie?.split('; ')).toContain(part)
  const token = browser.cookies.get('__Host-bindery-device') ?? ''
  expect(token).toMatch(/^[\w-]{43}$/)
  const thief = await openBrowser()
  for (const name of ['__Host-bindery-device', session]) thief.cookies.set(name, token)
  expect((await thief.get('/account')).path).toMatch(/^\/sign-in/)
  const stored = await sql<{ row: string }>`select device::text as row from device`.execute(dashboard.database.db)
  expect(stored.rows.some(({ row }) => row.includes(token))).toBe(false)
})

test('a cookie with anything else in it is passed over', async () => {
  const { email } = await plant()
  for (const value of ['x', '.'.repeat(300), `${'a'.repeat(43)}.`.repeat(20), '%00']) {
    const browser = await openBrowser()
    browser.cookies.set('__Host-bindery-device', value)
    expect((await browser.submit('/sign-in', '/sign-in', { email, password })).status).toBe(200)
  }
})

test.each(['https://evil.example.com/', '//evil.example.com', '/\\evil.example.com'])(
  'nobody is sent on to %s',
  async (returnTo) => {
    const { email } = await plant()
    const shown = await (await openBrowser()).submit('/sign-in', '/sign-in', { email, password, return_to: returnTo })
    expect(shown).toMatchObject({ status: 200, path: `/dashboard/${organization}/projects` })
  },
)

test('whoever signs out is out, also with a copy of the cookie', async () => {
  const browser = await dashboard.openBrowser((await plant()).id)
  const secret = browser.cookies.get(session) ?? ''
  const shown = await browser.submit('/account', '/sign-out')
  expect(shown).toMatchObject({ status: 200, path: '/sign-in' })
  expect(shown.text).toContain('You are signed out.')
  expect(browser.cookies.has(session)).toBe(false)
  expect(await findSession(dashboard.database.pool, secret)).toBeUndefined()
})

test('a page for a code without a password before it begins again', async () => {
  const browser = await openBrowser()
  expect(await browser.get('/sign-in/second')).toMatchObject({ path: '/sign-in', status: 200 })
})

test('where somebody is already, nobody is set up', async () => {
  expect((await (await openBrowser()).get('/setup')).path).toBe('/sign-in')
})

test('the first person comes by the printed code', async () => {
  await using fresh = await startTestDashboard()
  const code = (await offerSetupCode(fresh.database.db)) ?? ''
  const browser = await fresh.openBrowser()
  expect((await browser.get('/dashboard')).path).toBe('/setup')
  const details = { email: 'ada@example.com', name: 'Ada', password, organization: 'Acme' }
  const wrong = await browser.submit('/setup', '/setup', { ...details, code: 'AAAAA' })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain('This code is not right.')
  expect(wrong.text).toContain('value="Acme"')
  expect(wrong.text).not.toContain(password)
  const shown = await browser.submit('/setup', '/setup', { ...details, code })
  expect(shown).toMatchObject({ status: 200, path: expect.stringMatching(/^\/dashboard\/org_\w+\/projects$/) })
  for (const words of ['Acme', 'Welcome to Bindery.']) expect(shown.text).toContain(words)
})

test('setup next to another organization asks to confirm that domains need no proof', async () => {
  await using fresh = await startTestDashboard()
  const { db } = fresh.database
  const code = (await offerSetupCode(db)) ?? ''
  const browser = await fresh.openBrowser()
  expect((await browser.get('/setup')).text).not.toContain('name="trust_domains"')
  await plantOrganization(db)
  const details = { code, email: 'ada@example.com', name: 'Ada', password, organization: 'Acme' }
  const refused = await browser.submit('/setup', '/setup', details)
  expect(refused.status).toBe(422)
  for (const words of ['BINDERY_DOMAINS=trusted', 'name="trust_domains"']) expect(refused.text).toContain(words)
  const made = await browser.submit('/setup', '/setup', { ...details, trust_domains: 'on' })
  expect(made).toMatchObject({ status: 200, path: expect.stringMatching(/^\/dashboard\/org_\w+\/projects$/) })
})

test('without passwords there is no form for them', async () => {
  const oidc = {
    issuer: 'http://127.0.0.1:1',
    clientId: 'c',
    clientSecret: 's',
    name: 'Acme ID',
    trustEmail: false,
    groupsClaim: 'groups',
    groups: [],
  }
  await using other = await startTestDashboard({ signIn: { local: false, oidc } })
  const browser = await other.openBrowser()
  const { text } = await browser.get('/sign-in')
  expect(text).toContain('Continue with Acme ID')
  expect(text).not.toContain('name="password"')
  for (const path of ['/setup', '/reset/x']) expect((await browser.get(path)).status).toBe(404)
  const unreachable = await browser.get('/sign-in/oidc')
  expect(unreachable.status).toBe(503)
  expect(unreachable.text).toContain('Acme ID does not respond. Try again in a minute')
})
