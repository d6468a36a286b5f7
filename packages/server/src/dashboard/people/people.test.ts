import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import type { Browser } from '../../../testing/dashboard/browser.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'
import { createKey } from '../../core/keys/create-key.ts'
import { defaultLimits } from '../../core/limits/limits.ts'

let dashboard: TestDashboard
let organization: string
let people: string
let admin: Browser

beforeAll(async () => {
  dashboard = await startTestDashboard({ publicUrl: 'https://bindery.example.com' })
  const { db } = dashboard.database
  organization = await plantOrganization(db)
  people = `/dashboard/${organization}/people`
  admin = await dashboard.openBrowser((await plantPerson(db, { memberships: { [organization]: 'admin' } })).id)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('a link is shown once, as people reach us, and can be withdrawn', async () => {
  const made = await admin.submit(people, `${people}/invite`, { email: 'grace@example.com', role: 'writer' })
  const [, link = ''] = /<code>(https:\/\/bindery\.example\.com\/invitation\/[\w-]{43})<\/code>/.exec(made.text) ?? []
  const { pathname } = new URL(link)
  expect((await (await dashboard.openBrowser()).get(pathname)).text).toContain('Join Acme')
  const list = await admin.get(people)
  expect(list.text).toContain('grace@example.com')
  expect(list.text).not.toContain(pathname)
  const [, withdraw = ''] = /action="([^"]+\/withdraw)"/.exec(list.text) ?? []
  expect((await admin.submit(people, withdraw)).text).toContain('The invitation of grace@example.com is withdrawn.')
  expect((await (await dashboard.openBrowser()).get(pathname)).status).toBe(422)
})

test('an address that nobody has proven is marked for the members and for the operator', async () => {
  const { db } = dashboard.database
  const group = await plantOrganization(db)
  const proven = await plantPerson(db, { isOperator: true, hasProvenEmail: true, memberships: { [group]: 'admin' } })
  const unproven = await plantPerson(db, { memberships: { [group]: 'viewer' } })
  const browser = await dashboard.openBrowser(proven.id)
  for (const page of [`/dashboard/${group}/people`, '/operator/people']) {
    const rows = (await browser.get(page)).text.split('<tr')
    const rowOf = ({ email }: { email: string }) => rows.find((row) => row.includes(email))
    expect(rowOf(proven)).not.toContain('not proven')
    expect(rowOf(unproven)).toContain('not proven')
  }
})

test('what is no address comes back with the form', async () => {
  const { status, text } = await admin.submit(people, `${people}/invite`, { email: 'grace', role: 'admin' })
  expect(status).toBe(422)
  expect(text).toContain('Write one such as ada@example.com')
  expect(text).toContain('value="grace"')
})

test('a role is changed, and holds at the next request', async () => {
  const { id } = await plantPerson(dashboard.database.db, { memberships: { [organization]: 'viewer' } })
  const member = await dashboard.openBrowser(id)
  expect((await member.get(people)).text).not.toContain('Invite someone')
  expect((await admin.submit(people, `${people}/${id}/role`, { role: 'owner' })).status).toBe(422)
  expect((await admin.submit(people, `${people}/${id}/role`, { role: 'admin' })).text).toContain(
    'The role is now admin.',
  )
  expect((await member.get(people)).text).toContain('Invite someone')
})

test('the last admin stays one: the page says so beside the members, and nothing is lost', async () => {
  const { db } = dashboard.database
  const alone = await plantOrganization(db)
  const page = `/dashboard/${alone}/people`
  const { id } = await plantPerson(db, { name: 'Ada Lovelace', memberships: { [alone]: 'admin' } })
  const only = await dashboard.openBrowser(id)
  const attempts = [
    await only.submit(page, `${page}/${id}/role`, { role: 'viewer' }),
    await only.submit(page, `${page}/${id}/remove`),
    await only.submit('/account', `/account/leave/${alone}`),
  ]
  for (const { status, text } of attempts) {
    expect(status).toBe(422)
    expect(text).toMatch(/class="refusal" role="alert">[^<]*last admin/)
    expect(text).toContain('Ada Lovelace')
  }
  expect((await only.get(page)).text).toContain('Invite someone')
})

test('a removal names the person and the keys that stay, and works at once', async () => {
  const { db } = dashboard.database
  const { id } = await plantPerson(db, { name: 'Grace Hopper', memberships: { [organization]: 'admin' } })
  const member = await dashboard.openBrowser(id)
  const rights = { name: 'nightly', scopes: ['read' as const], projectIds: null, addresses: null, expiresInDays: null }
  const actor = { name: `person:${id}`, address: null, requestId: null } as const
  const key = await createKey(db, { organizationId: organization, ...rights }, actor, defaultLimits)
  const page = `${people}/${id}/remove`
  const { text } = await admin.get(page)
  expect(text).toContain('Remove Grace Hopper')
  expect(text).toContain('nightly')
  expect(text).toContain(key.key.slice(0, 10))
  expect((await admin.submit(page, page)).text).toContain('API keys they created still work: nightly.')
  expect((await member.get(people)).path).toMatch(/^\/sign-in/)
})
