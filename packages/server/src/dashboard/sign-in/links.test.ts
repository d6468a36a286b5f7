import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { resetPerson } from '../../core/people/change-person.ts'
import { inviteMember } from '../../core/people/invitations/invite.ts'

const password = 'correct horse battery'
let dashboard: TestDashboard
let organization: string

beforeAll(async () => {
  dashboard = await startTestDashboard()
  organization = await plantOrganization(dashboard.database.db)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

async function invite(email: string): Promise<string> {
  const request = { organizationId: organization, email, role: 'writer' as const }
  return `/invitation/${(await inviteMember(dashboard.database.db, request, operator)).token}`
}

test('somebody new joins by an invitation, and the link is used up', async () => {
  const link = await invite('grace@example.com')
  const browser = await dashboard.openBrowser()
  expect((await browser.get(link)).text).toContain('Join Acme')
  const short = await browser.submit(link, link, { name: 'Grace', password: 'short' })
  expect(short.status).toBe(422)
  expect(short.text).toContain('value="Grace"')
  const shown = await browser.submit(link, link, { name: 'Grace', password })
  expect(shown).toMatchObject({ status: 200, path: `/dashboard/${organization}/projects` })
  const again = await (await dashboard.openBrowser()).get(link)
  expect(again.status).toBe(422)
  expect(again.text).toContain('Ask for another one.')
})

test('somebody known signs in first, and joins then', async () => {
  const { email } = await plantPerson(dashboard.database.db, { password })
  const link = await invite(email)
  const browser = await dashboard.openBrowser()
  const [, signIn = ''] = /href="(\/sign-in\?[^"]+)"/.exec((await browser.get(link)).text) ?? []
  expect(signIn).toBe(`/sign-in?return_to=${encodeURIComponent(link)}`)
  await browser.submit(signIn, '/sign-in', { email, password, return_to: link })
  const shown = await browser.submit(link, link)
  expect(shown.path).toBe(`/dashboard/${organization}/projects`)
  expect(shown.text).toContain('Welcome: you are a member now.')
})

test('somebody else who holds the link is told whom it is for', async () => {
  const { email } = await plantPerson(dashboard.database.db)
  const link = await invite(email)
  const thief = await dashboard.openBrowser((await plantPerson(dashboard.database.db)).id)
  expect((await thief.get(link)).text).toContain('Sign out, then open the link again.')
  const refused = await thief.submit(link, link)
  expect(refused.status).toBe(422)
  expect(refused.text).toContain(`This invitation is for ${email}`)
})

test('a link of the operator’s sets a password once, and lets nobody in by itself', async () => {
  const { db } = dashboard.database
  const { email } = await plantPerson(db, { password, memberships: { [organization]: 'viewer' } })
  const link = `/reset/${(await resetPerson(db, email, { withoutSecondFactor: false }, operator)).token}`
  const browser = await dashboard.openBrowser()
  expect((await browser.submit(link, link, { password: 'short' })).text).toContain('Choose 12 to 256')
  const shown = await browser.submit(link, link, { password: 'another good password' })
  expect(shown).toMatchObject({ status: 200, path: '/sign-in' })
  expect(browser.cookies.has('__Host-bindery-session')).toBe(false)
  expect((await browser.get(link)).status).toBe(422)
  const inside = await browser.submit('/sign-in', '/sign-in', { email, password: 'another good password' })
  expect(inside.path).toBe(`/dashboard/${organization}/projects`)
})
