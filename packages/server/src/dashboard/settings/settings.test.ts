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

test('an admin renames the organization; a viewer sees no form for it', async () => {
  const { db } = dashboard.database
  const organization = await plantOrganization(db)
  const path = `/dashboard/${organization}/settings`
  const open = async (role: 'admin' | 'viewer') =>
    dashboard.openBrowser((await plantPerson(db, { memberships: { [organization]: role } })).id)
  const [admin, viewer] = [await open('admin'), await open('viewer')]
  expect((await viewer.get(path)).text).not.toContain(`${path}/name`)
  expect((await admin.submit(path, `${path}/name`, { name: ' ' })).status).toBe(422)
  expect((await admin.submit(path, `${path}/name`, { name: ' Initech ' })).text).toContain('<dd>Initech</dd>')
  expect((await viewer.submit(path, `${path}/name`, { name: 'Mine' })).status).toBe(403)
  expect((await viewer.get(path)).text).toContain('<dd>Initech</dd>')
})

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
