import { afterAll, beforeAll, expect, test } from 'vitest'
import { appCodes } from '../../../testing/core/people/app-codes.ts'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'
import { makeRecoveryCodes, useRecoveryCode } from '../../core/people/codes/recovery-codes.ts'
import { findSession } from '../../core/people/sessions/find-session.ts'
import { startSession } from '../../core/people/sessions/start-session.ts'

const password = 'correct horse battery'
let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startTestDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

async function open(memberships = {}) {
  const person = await plantPerson(dashboard.database.db, { password, memberships })
  return { ...person, browser: await dashboard.openBrowser(person.id) }
}

const offerIn = (text: string) => /name="offer" value="([\w-]+)"/.exec(text)?.[1] ?? ''

test('the name is changed, and an empty one is not taken', async () => {
  const { browser } = await open()
  expect((await browser.submit('/account', '/account/name', { name: ' ' })).text).toContain('1 to 100')
  expect((await browser.submit('/account', '/account/name', { name: 'Grace' })).text).toContain('value="Grace"')
})

test('a new password ends every other session', async () => {
  const { db } = dashboard.database
  const { id, browser } = await open()
  const other = await startSession(db, { personId: id, address: null, agent: null })
  const wrong = await browser.submit('/account', '/account/password', { current: 'x', next: 'another good password' })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain('Nothing was changed')
  const fields = { current: password, next: 'another good password' }
  expect((await browser.submit('/account', '/account/password', fields)).text).toContain('Password changed')
  expect(await findSession(dashboard.database.pool, other.secret)).toBeUndefined()
  expect(browser.cookies.get('__Host-bindery-device')).toMatch(/^[\w-]{43}$/)
})

test('signing out everywhere ends all sessions at once', async () => {
  const { id, browser } = await open()
  const other = await dashboard.openBrowser(id)
  const secret = browser.cookies.get('__Host-bindery-session') ?? ''
  expect((await browser.submit('/account', '/account/sessions/end')).path).toBe('/sign-in')
  expect((await other.get('/account')).path).toMatch(/^\/sign-in/)
  expect(await findSession(dashboard.database.pool, secret)).toBeUndefined()
})

test('one other session is ended by its line, and nobody else’s', async () => {
  const { id, browser } = await open()
  const other = await dashboard.openBrowser(id)
  const stranger = await open()
  const [, action = ''] =
    /action="(\/account\/sessions\/[0-9a-f]{64}\/end)"/.exec((await browser.get('/account')).text) ?? []
  await stranger.browser.submit('/account', action)
  expect((await other.get('/account')).path).toBe('/account')
  expect((await browser.submit('/account', action)).text).toContain('The session is signed out.')
  expect((await other.get('/account')).path).toMatch(/^\/sign-in/)
})

test('codes are turned on with a first one, asked for at the next sign-in, and turned off with the password', async () => {
  const { email, browser } = await open()
  const turnOn = (given: string) => browser.submit('/account', '/account/codes', { password: given })
  const denied = await turnOn('x')
  expect(denied.status).toBe(422)
  expect(denied.text).toContain('Nothing was changed')
  expect(denied.text).not.toContain('otpauth:')
  const offered = await turnOn(password)
  expect(offered.text).toMatch(/<svg class="qr" [^>]*role="img" aria-label="QR code/)
  const [, secret = ''] = /otpauth:\/\/totp\/[^?]+\?secret=([A-Z2-7]{32})/.exec(offered.text) ?? []
  const codes = appCodes(secret)
  const offer = offerIn(offered.text)
  const wrong = await browser.submit('/account', '/account/codes/confirm', { offer, code: '12345' })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain(secret)
  expect(offerIn(wrong.text)).toBe(offer)
  const on = await browser.submit('/account', '/account/codes/confirm', { offer, code: codes.now() })
  expect(on.text).toContain('Two-factor authentication is on')
  expect(on.text.match(/\b(?:[0-9a-z]{4}-){3}[0-9a-z]{4}\b/g)).toHaveLength(20)
  expect((await browser.get('/account')).text).toContain('10 recovery codes left')
  const again = await browser.submit('/account', '/account/codes/confirm', { offer, code: codes.next() })
  expect(again.status).toBe(422)
  expect(again.text).toContain('Codes are on already')
  expect((await turnOn(password)).text).toContain('Codes are on already')

  const fresh = await dashboard.openBrowser()
  const second = await fresh.submit('/sign-in', '/sign-in', { email, password, return_to: '/account' })
  expect(second.path).toBe('/sign-in/second')
  expect(fresh.cookies.has('__Host-bindery-session')).toBe(false)
  const refused = await fresh.submit('/sign-in/second', '/sign-in/second', { code: '12345' })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('Enter the code that your app shows now')
  expect((await fresh.submit('/sign-in/second', '/sign-in/second', { code: codes.next() })).path).toBe('/account')

  expect((await fresh.submit('/account', '/account/codes/off', { password: 'x' })).text).toContain(
    'Nothing was changed',
  )
  expect((await fresh.submit('/account', '/account/codes/off', { password })).text).toContain(
    'Two-factor authentication is off.',
  )
})

test('a recovery code signs in once in place of a code; new ones need the password and end the old', async () => {
  const { id, email, browser } = await open()
  const { text } = await browser.submit('/account', '/account/codes', { password })
  const [, secret = ''] = /\?secret=([A-Z2-7]{32})/.exec(text) ?? []
  const given = { offer: offerIn(text), code: appCodes(secret).now() }
  const on = await browser.submit('/account', '/account/codes/confirm', given)
  const codesOf = (text: string) => [...new Set(text.match(/\b(?:[0-9a-z]{4}-){3}[0-9a-z]{4}\b/g))]
  const [first = '', second = ''] = codesOf(on.text)
  const signIn = async (given: string) => {
    const fresh = await dashboard.openBrowser()
    await fresh.submit('/sign-in', '/sign-in', { email, password, return_to: '/account' })
    return fresh.submit('/sign-in/second', '/sign-in/second', { code: given })
  }
  // As it is typed from a sheet of paper.
  expect((await signIn(first.toUpperCase().replaceAll('-', ' '))).path).toBe('/account')
  expect((await signIn(first)).status).toBe(422)
  expect((await browser.get('/account')).text).toContain('9 recovery codes left')
  const { rows } = await dashboard.database.pool.query(
    `select address from audit where target = $1 and action = 'recovery-code.use'`,
    [id],
  )
  expect(rows).toHaveLength(1)

  expect((await browser.submit('/account', '/account/codes/recovery', { password: 'x' })).status).toBe(422)
  const renewed = codesOf((await browser.submit('/account', '/account/codes/recovery', { password })).text)
  expect([renewed.length, renewed.includes(second)]).toEqual([10, false])
  expect((await signIn(second)).status).toBe(422)
  expect((await signIn(renewed[0] ?? '')).path).toBe('/account')

  await browser.submit('/account', '/account/codes/off', { password })
  const left = await dashboard.database.pool.query('select from recovery_code where person_id = $1', [id])
  expect(left.rowCount).toBe(0)
  expect((await browser.submit('/account', '/account/codes/recovery', { password })).status).toBe(422)
})

test('one person’s recovery codes are nobody else’s', async () => {
  const { db } = dashboard.database
  const [ada, eve] = [await open(), await open()]
  const codes = await db.transaction().execute((trx) => makeRecoveryCodes(trx, ada.id))
  expect(await useRecoveryCode(db, { personId: eve.id, code: codes[0] ?? '' })).toBe(false)
  const twice = await Promise.all([1, 2].map(() => useRecoveryCode(db, { personId: ada.id, code: codes[0] ?? '' })))
  expect(twice.sort()).toEqual([false, true])
})

test('without the operator’s key codes are not offered, and it says why', async () => {
  await using other = await startTestDashboard({ credentials: undefined })
  const { id } = await plantPerson(other.database.db, { password })
  const browser = await other.openBrowser(id)
  expect((await browser.get('/account')).text).toContain('BINDERY_CREDENTIAL_KEY')
  expect((await browser.submit('/account', '/account/codes')).status).toBe(422)
})

test('a member may leave, the last admin may not', async () => {
  const organization = await plantOrganization(dashboard.database.db, 'Bolt')
  const admin = await open({ [organization]: 'admin' })
  const viewer = await open({ [organization]: 'viewer' })
  const leave = `/account/leave/${organization}`
  expect((await admin.browser.submit('/account', leave)).text).toContain('is the last admin')
  expect((await viewer.browser.submit('/account', leave)).path).toBe('/sign-in?return_to=%2Faccount')
})
