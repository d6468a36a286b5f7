import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantPerson } from '../../../testing/core/people/plant-person.ts'
import type { Browser } from '../../../testing/dashboard/browser.ts'
import { plantSite, type Site } from '../../../testing/dashboard/plant-site.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'
import type { Role } from '../../db/tables.ts'

let dashboard: TestDashboard
let site: Site
let home: string
let admin: Browser

beforeAll(async () => {
  dashboard = await startTestDashboard()
  const { db, pool } = dashboard.database
  site = await plantSite(db)
  home = `/dashboard/${site.organizationId}`
  await pool.query(`update project set name = '100%_Handbook' where id = $1`, [site.projectId])
  await pool.query(
    `insert into agent_job (id, organization_id, project_id, repository, model, prompt)
     values ('aj_00000000000000aa', $1, $2, 'r', 'm', 'Explain the harbor <fees>')`,
    [site.organizationId, site.projectId],
  )
  await pool.query(
    `insert into export (id, organization_id, project_id, domain, version, commit_message)
     values ('se_00000000000000bb', $1, $2, $3, 'v7.1', 'Put shelves in order')`,
    [site.organizationId, site.projectId, site.domain],
  )
  admin = await open(site, 'admin')
})
afterAll(() => dashboard[Symbol.asyncDispose]())

async function open({ organizationId }: Site, role: Role): Promise<Browser> {
  const person = await plantPerson(dashboard.database.db, { memberships: { [organizationId]: role } })
  return dashboard.openBrowser(person.id)
}

async function find(words: string, browser = admin, where = home): Promise<string[]> {
  const { text } = await browser.get(`${where}/search?q=${encodeURIComponent(words)}`)
  const list = /<ul class="found">(.*?)<\/ul>/s.exec(text)?.[1] ?? ''
  return [...list.matchAll(/href="([^"]+)"/g)].map(([, href]) => href?.slice(where.length) ?? '')
}

test('finds projects, domains, exports and agent jobs by a part of their names, by version and by id', async () => {
  expect(await find('handbook')).toContain(`/projects/${site.projectId}`)
  expect(await find(site.domain.slice(0, 8))).toEqual(
    expect.arrayContaining([`/domains/${site.domain}`, '/exports/se_00000000000000bb']),
  )
  for (const words of ['V7', 'shelves', 'se_00000000000000b'])
    expect(await find(words)).toContain('/exports/se_00000000000000bb')
  for (const words of ['harbor <FEES>', 'aj_0000'])
    expect(await find(words)).toEqual(['/agent-jobs/aj_00000000000000aa'])
})

test('takes words as they are: no sign of theirs is a pattern', async () => {
  expect(await find('100%_')).toContain(`/projects/${site.projectId}`)
  expect(await find('1%k')).toEqual([])
})

test('leads to pages and settings by what people call them, as far as the role goes', async () => {
  expect(await find('audit')).toEqual(['/audit'])
  expect(await find('token')).toEqual(
    expect.arrayContaining(['/keys', '/keys/new', `/projects/${site.projectId}/credential`]),
  )
  const viewer = await open(site, 'viewer')
  expect(await find('audit', viewer)).toEqual([])
  expect(await find('start an export', viewer)).toEqual([])
})

test('finds nothing of another organization', async () => {
  const other = await plantSite(dashboard.database.db)
  const stranger = await open(other, 'admin')
  const found = await find('handbook', stranger, `/dashboard/${other.organizationId}`)
  expect(found).toEqual([])
  expect((await stranger.get(`${home}/search?q=handbook`)).status).toBe(404)
})
