import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { setLimit } from '../../core/organizations/change-organization.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startTestDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('a viewer sees plan, id and the limits that hold, with their units, and chooses a theme', async () => {
  const { db } = dashboard.database
  const organization = await plantOrganization(db)
  await setLimit(db, organization, { name: 'retentionDays', value: 30 }, operator)
  const person = await plantPerson(db, { memberships: { [organization]: 'viewer' } })
  const viewer = await dashboard.openBrowser(person.id)
  const path = `/dashboard/${organization}/settings`
  const { text } = await viewer.get(path)
  expect(text).toContain(`data-copy="${organization}"`)
  expect(text).toContain('enterprise')
  const rows = [...text.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => row.replace(/<[^>]+>/g, '|'))
  expect(rows).toContainEqual(expect.stringMatching(/Files of exports are deleted\|+after 30 days\|+Acme/))
  expect(rows).toContainEqual(expect.stringMatching(/Request body\|+64 KiB\|+this installation/))
  expect(rows).toContainEqual(expect.stringMatching(/Size of the source repository\|+2 GiB/))
  await viewer.submit(path, '/theme', { theme: 'dark' })
  expect((await viewer.get(path)).text).toContain('data-theme="dark"')
})
