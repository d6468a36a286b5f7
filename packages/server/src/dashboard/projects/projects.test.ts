import { afterAll, beforeAll, expect, test } from 'vitest'
import { endRunning, plantRunning } from '../../../testing/core/exports/plant-publications.ts'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import { plantSite } from '../../../testing/dashboard/plant-site.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { createKey } from '../../core/keys/create-key.ts'
import { defaultLimits } from '../../core/limits/limits.ts'

let dashboard: TestDashboard
let organization: string

beforeAll(async () => {
  dashboard = await startTestDashboard()
  organization = await plantOrganization(dashboard.database.db)
})

afterAll(() => dashboard[Symbol.asyncDispose]())

test('somebody who has not signed in is sent there, and back afterwards', async () => {
  const answer = await (await dashboard.openBrowser()).request(`/dashboard/${organization}/projects`)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(
    `/sign-in?return_to=${encodeURIComponent(`/dashboard/${organization}/projects`)}`,
  )
})

test('an admin is led through the first hour, step by step, until nothing is left', async () => {
  const { db, pool } = dashboard.database
  const own = await plantSite(db)
  const admin = await dashboard.openBrowser(
    (await plantPerson(db, { memberships: { [own.organizationId]: 'admin' } })).id,
  )
  const home = `/dashboard/${own.organizationId}`
  const read = async () => {
    const { text } = await admin.get(`${home}/projects`)
    const [list = ''] = /<section class="card steps".*?<\/section>/s.exec(text) ?? []
    const next = /aria-current="step"><a href="([^"]+)"/.exec(list)?.[1]
    return { done: list.match(/class="done"/g)?.length ?? 0, next, list }
  }
  expect(await read()).toMatchObject({ done: 1, next: `${home}/exports/new?domain=${own.domain}` })
  const exportId = await endRunning(db, await plantRunning(pool, own))
  expect(await read()).toMatchObject({ done: 3, next: `${home}/exports/${exportId}` })
  const rights = { name: 'ci', scopes: ['read' as const], projectIds: null, addresses: null, expiresInDays: null }
  await createKey(db, { organizationId: own.organizationId, ...rights }, operator, defaultLimits)
  expect((await read()).list).toBe('')
  const empty = await plantOrganization(db)
  const other = await dashboard.openBrowser((await plantPerson(db, { memberships: { [empty]: 'admin' } })).id)
  expect((await other.get(`/dashboard/${empty}/projects`)).text).toMatch(
    /Get started.*aria-current="step"><a href="[^"]+new"/s,
  )
  const viewer = await dashboard.openBrowser((await plantPerson(db, { memberships: { [empty]: 'viewer' } })).id)
  expect((await viewer.get(`/dashboard/${empty}/projects`)).text).not.toContain('Get started')
})

test('a member sees the projects, and a stranger the same page as for an organization that does not exist', async () => {
  const { db } = dashboard.database
  const member = await plantPerson(db, { memberships: { [organization]: 'viewer' } })
  const page = await (await dashboard.openBrowser(member.id)).get('/dashboard')
  expect(page).toMatchObject({ status: 200, path: `/dashboard/${organization}/projects` })
  expect(page.text).toContain('No projects yet')
  const stranger = await dashboard.openBrowser((await plantPerson(db)).id)
  const answers = [organization, 'org_0000000000000000'].map((id) => stranger.get(`/dashboard/${id}/projects`))
  const [theirs, missing] = (await Promise.all(answers)).map(({ status, text }) => [
    status,
    text.replace(/<code>[\w-]{36}<\/code>/, ''),
  ])
  expect(theirs).toEqual(missing)
  expect(theirs?.[0]).toBe(404)
})
