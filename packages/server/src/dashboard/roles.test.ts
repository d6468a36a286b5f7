import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../testing/core/people/plant-person.ts'
import type { Browser } from '../../testing/dashboard/browser.ts'
import { startTestDashboard, type TestDashboard } from '../../testing/dashboard/start-test-dashboard.ts'
import { operator } from '../core/audit/record-audit.ts'
import { suspend } from '../core/organizations/change-organization.ts'
import type { Role } from '../db/tables.ts'

const roles: Role[] = ['viewer', 'writer', 'admin']
let dashboard: TestDashboard
let organization: string

beforeAll(async () => {
  dashboard = await startTestDashboard()
  organization = await plantOrganization(dashboard.database.db)
})

afterAll(() => dashboard[Symbol.asyncDispose]())

/** Every page and action there is, with ids that nothing has in the place of all but the organization's. */
const entries = () =>
  dashboard.entries.map((entry) => ({
    ...entry,
    path: entry.path.replace(':organization', organization).replace(/:\w+(\{[^}]*\})?|\*/g, 'none'),
  }))

async function ask(browser: Browser, { method, path }: { method: string; path: string }, csrf = ''): Promise<number> {
  const body = method === 'POST' ? { body: new URLSearchParams({ csrf }) } : {}
  const answer = await browser.request(path, { method, ...body })
  const text = await answer.text()
  if (answer.status === 303 && answer.headers.get('location')?.startsWith('/sign-in')) return 401
  return text.includes('no longer valid') ? 400 : answer.status
}

async function tokenOf(browser: Browser): Promise<string> {
  const { text } = await browser.get('/account')
  return /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
}

test('whoever has not signed in gets no page and no action but those of the sign-in', async () => {
  const stranger = await dashboard.openBrowser()
  for (const entry of entries().filter(({ needs }) => needs !== 'nobody')) {
    expect([entry.operation, await ask(stranger, entry)]).toEqual([entry.operation, 401])
  }
})

test('an organization is nowhere to be found for those who do not belong to it', async () => {
  const { db } = dashboard.database
  const inside = entries().filter(({ path, needs }) => path.includes(organization) && roles.includes(needs as Role))
  expect(inside.length).toBeGreaterThan(20)
  // One who belongs nowhere, and an admin of another.
  for (const memberships of [{}, { [await plantOrganization(db, 'Other')]: 'admin' as const }]) {
    const outsider = await dashboard.openBrowser((await plantPerson(db, { memberships })).id)
    const csrf = await tokenOf(outsider)
    for (const entry of inside) {
      expect([entry.operation, await ask(outsider, entry, csrf)]).toEqual([entry.operation, 404])
    }
  }
})

test.each(roles)('the server refuses what a %s may not do, and nothing else', async (role) => {
  const member = await plantPerson(dashboard.database.db, { memberships: { [organization]: role } })
  const browser = await dashboard.openBrowser(member.id)
  const csrf = await tokenOf(browser)
  const seen = { refused: 0, let: 0 }
  for (const entry of entries().filter(({ needs }) => roles.includes(needs as Role))) {
    const status = await ask(browser, entry, csrf)
    const mayPass = roles.indexOf(role) >= roles.indexOf(entry.needs as Role)
    expect([entry.operation, status === 403]).toEqual([entry.operation, !mayPass])
    expect([entry.operation, status]).not.toEqual([entry.operation, 500])
    seen[mayPass ? 'let' : 'refused']++
  }
  expect(seen.let + seen.refused).toBeGreaterThan(20)
})

test('what is the operator’s is nowhere to be found for an admin', async () => {
  const admin = await plantPerson(dashboard.database.db, { memberships: { [organization]: 'admin' } })
  const browser = await dashboard.openBrowser(admin.id)
  const csrf = await tokenOf(browser)
  for (const entry of entries().filter(({ needs }) => needs === 'operator')) {
    expect([entry.operation, await ask(browser, entry, csrf)]).toEqual([entry.operation, 404])
  }
})

test('no form is taken without its token, or from another site', async () => {
  const admin = await plantPerson(dashboard.database.db, { isOperator: true, memberships: { [organization]: 'admin' } })
  const browser = await dashboard.openBrowser(admin.id)
  const csrf = await tokenOf(browser)
  const forms = entries().filter(({ method }) => method === 'POST')
  for (const entry of forms) {
    for (const token of ['', 'x'.repeat(csrf.length)]) {
      expect([entry.operation, await ask(browser, entry, token)]).toEqual([entry.operation, 400])
    }
    const body = new URLSearchParams({ csrf })
    const foreign = await browser.request(entry.path, {
      method: 'POST',
      body,
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect([entry.operation, foreign.status]).toEqual([entry.operation, 403])
  }
})

test('every page forbids foreign scripts, styles, frames and forms, and is kept nowhere', async () => {
  const admin = await plantPerson(dashboard.database.db, { isOperator: true, memberships: { [organization]: 'admin' } })
  const browser = await dashboard.openBrowser(admin.id)
  for (const entry of entries().filter(({ method }) => method === 'GET')) {
    const { headers } = await browser.request(entry.path)
    expect([entry.operation, headers.get('x-frame-options'), headers.get('cache-control')]).toEqual([
      entry.operation,
      'DENY',
      'no-store',
    ])
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"]) {
      expect(policy).toContain(rule)
    }
    expect(policy).not.toContain('unsafe')
  }
})

test('a suspended organization is closed to its members, as to its keys', async () => {
  const { db } = dashboard.database
  const closed = await plantOrganization(db)
  const admin = await plantPerson(db, { memberships: { [closed]: 'admin' } })
  const browser = await dashboard.openBrowser(admin.id)
  expect((await browser.get(`/dashboard/${closed}/exports`)).status).toBe(200)
  await suspend(db, closed, true, operator)
  const page = await browser.get(`/dashboard/${closed}/exports`)
  expect(page.status).toBe(403)
  expect(page.text).toContain('is suspended')
})

test('an address with a NUL is a page that is not there, and a form with one is refused', async () => {
  const admin = await plantPerson(dashboard.database.db, { memberships: { [organization]: 'admin' } })
  const browser = await dashboard.openBrowser(admin.id)
  expect((await browser.get(`/dashboard/${organization}/exports/a%00b`)).status).toBe(404)
  expect((await browser.get(`/dashboard/${organization}/audit?actor=%00`)).status).toBe(404)
  const csrf = await tokenOf(browser)
  expect((await browser.post('/theme', { csrf, theme: 'da\0rk' })).status).toBe(422)
})
