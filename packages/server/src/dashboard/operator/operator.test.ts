import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantPerson } from '../../../testing/core/people/plant-person.ts'
import type { Browser } from '../../../testing/dashboard/browser.ts'
import { plantSite, type Site } from '../../../testing/dashboard/plant-site.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'
import { failExport } from '../../core/exports/run/fail-export.ts'
import { makeId } from '../../core/make-id.ts'
import { migrateEngine } from '../../engine/migrate-engine.ts'

let dashboard: TestDashboard
let site: Site
let browser: Browser
let operatorId: string

beforeAll(async () => {
  dashboard = await startTestDashboard()
  await migrateEngine(dashboard.database.url)
  site = await plantSite(dashboard.database.db)
  operatorId = (await plantPerson(dashboard.database.db, { isOperator: true })).id
  browser = await dashboard.openBrowser(operatorId)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

async function addExport(): Promise<string> {
  const id = makeId('export')
  const { organizationId: organization_id, projectId: project_id, domain } = site
  await dashboard.database.db
    .insertInto('export')
    .values({ id, organization_id, project_id, domain, requested_ref: 'v3' })
    .execute()
  return id
}

const actorOf = async (target: string, action: string) =>
  (await dashboard.database.pool.query('select actor from audit where target = $1 and action = $2', [target, action]))
    .rows[0]?.actor

test('says whether database, storage and workers are there, and who works in the installation', async () => {
  const { status, text } = await browser.get('/operator')
  expect(status).toBe(200)
  expect(text).toMatch(/Postgres \d+.*The bucket responds\..*No worker is alive/s)
  expect(text).toMatch(/Exports per day.*<svg/s)
  expect(text).toContain(`/dashboard/${site.organizationId}/projects`)
})

test('work moves by itself, whichever organization it is of', async () => {
  const { text } = await browser.get('/operator')
  const [, live = '', revision] = /data-live="([^"]+)" data-revision="(\w+)"/.exec(text) ?? []
  const waits = dashboard.nextWait('jobs')
  const fragment = browser.get(`${live}?since=${revision}`)
  await waits
  const id = await addExport()
  const shown = await fragment
  expect(shown.text).toContain(`cancel-${id}`)
  for (const each of [shown, await browser.get('/operator')]) expect(each.text).not.toContain('http-equiv')
})

test('days without failures have no bar, however many exports they had', async () => {
  await addExport()
  const { text } = await browser.get('/operator')
  const [, plot = ''] = /Failures per day<\/h3>(<svg.*?<\/svg>)/s.exec(text) ?? []
  expect(plot).toContain('<line')
  expect(plot).not.toContain('<rect')
  expect(/Exports per day<\/h3>(<svg.*?<\/svg>)/s.exec(text)?.[1]).toContain('<rect')
})

test('says which release, and which API, apart', async () => {
  expect((await browser.get('/operator')).text).toMatch(/Bindery \d+\.\d+\.\d+ \(API version 2\.0\.0\) on Node\.js/)
})

test('a proxy that is not declared is shown with the setting that declares it, and is one line in the log', async () => {
  expect((await browser.get('/operator')).text).not.toContain('Undeclared proxy')
  const forwarded = { headers: { 'x-forwarded-for': '203.0.113.7' } }
  for (let i = 0; i < 3; i++) await browser.request('/sign-in', forwarded)
  const { text } = await browser.get('/operator')
  expect(text).toContain('3 requests came through <code>127.0.0.1</code>')
  expect(text).toContain('BINDERY_TRUSTED_PROXIES=127.0.0.1/32')
  expect(dashboard.logged.filter((line) => line.includes('proxy that is not declared'))).toHaveLength(1)
})

test('there is no such page for anybody else, whatever their role', async () => {
  const admin = await plantPerson(dashboard.database.db, { memberships: { [site.organizationId]: 'admin' } })
  const other = await dashboard.openBrowser(admin.id)
  expect((await other.get('/operator')).status).toBe(404)
  const id = await addExport()
  expect((await other.submit('/dashboard', `/operator/exports/${id}/cancel`)).status).toBe(404)
})

test('an export of any organization is cancelled, in the name of the person who did it', async () => {
  const id = await addExport()
  const { text } = await browser.submit('/operator', `/operator/exports/${id}/cancel`)
  expect(text).toContain(`The export of ${site.domain} was cancelled.`)
  expect(dashboard.cancelled).toContain(id)
  expect(await actorOf(id, 'export.cancel')).toBe(`person:${operatorId}`)
})

test('a failed export is named with its sentence and tried again as it was asked for, once', async () => {
  const failed = await addExport()
  await failExport(dashboard.database.db, failed, { code: 'ref_not_found', message: 'There is no branch v3.' })
  expect((await browser.get('/operator')).text).toContain('There is no branch v3.')
  const form = crypto.randomUUID()
  const retry = () => browser.submit('/operator', `/operator/exports/${failed}/retry`, { form })
  const [first, second] = [await retry(), await retry()]
  expect(second.path).toBe(first.path)
  expect(first.path).toMatch(new RegExp(`^/dashboard/${site.organizationId}/exports/se_`))
  expect(first.text).toContain('<code>v3</code>')
})

test('an agent job of any organization is cancelled', async () => {
  const id = makeId('agentJob')
  await dashboard.database.pool.query(
    `insert into agent_job (id, organization_id, project_id, repository, model, prompt) values ($1, $2, $3, 'r', 'm', 'Say it.')`,
    [id, site.organizationId, site.projectId],
  )
  const page = (await browser.get('/operator')).text
  expect(page).toContain('Say it.')
  expect(page).not.toContain('Nothing is queued or running')
  expect(page).toMatch(/agent_jobs<\/td><td[^>]*>1</)
  await browser.submit('/operator', `/operator/agent-jobs/${id}/cancel`)
  expect(dashboard.cancelled).toContain(`${id}:t1`)
  expect(await actorOf(id, 'agent-job.cancel')).toBe(`person:${operatorId}`)
})

test('what does not exist is said to be so', async () => {
  expect((await browser.submit('/operator', '/operator/exports/se_0000000000000000/cancel')).text).toContain(
    'There is no export se_0000000000000000.',
  )
  expect((await browser.submit('/operator', '/operator/agent-jobs/none/cancel')).status).toBe(404)
})
