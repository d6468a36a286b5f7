import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'

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
