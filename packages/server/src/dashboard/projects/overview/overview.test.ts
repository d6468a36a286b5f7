import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { publishExport } from '../../../../testing/core/exports/publish-export.ts'
import { plantPerson } from '../../../../testing/core/people/plant-person.ts'
import type { Browser } from '../../../../testing/dashboard/browser.ts'
import { plantSite, type Site } from '../../../../testing/dashboard/plant-site.ts'
import { startTestDashboard, type TestDashboard } from '../../../../testing/dashboard/start-test-dashboard.ts'
import { failExport } from '../../../core/exports/run/fail-export.ts'
import type { Role } from '../../../db/tables.ts'
import { migrateEngine } from '../../../engine/migrate-engine.ts'

let dashboard: TestDashboard
let site: Site
let home: string
let writer: Browser

beforeAll(async () => {
  dashboard = await startTestDashboard()
  await migrateEngine(dashboard.database.url)
})
afterAll(() => dashboard[Symbol.asyncDispose]())
beforeEach(async () => {
  site = await plantSite(dashboard.database.db)
  home = `/dashboard/${site.organizationId}`
  writer = await open('writer')
})

async function open(role: Role): Promise<Browser> {
  const person = await plantPerson(dashboard.database.db, { memberships: { [site.organizationId]: role } })
  return dashboard.openBrowser(person.id)
}

const project = () => `${home}/projects/${site.projectId}`

async function start(): Promise<string> {
  const fields = { form: crypto.randomUUID(), domain: site.domain }
  const { path } = await writer.submit(`${home}/exports/new`, `${home}/exports`, fields)
  return path.slice(path.lastIndexOf('/') + 1)
}

const page = (path: string, text: string) =>
  ['html', 'md'].map((ending) => ({ path: `${path}.${ending}`, bytes: Buffer.from(text), page: `${path}.mdx` }))

async function exported(files: { path: string; bytes: Buffer; page?: string }[]): Promise<string> {
  const id = await start()
  await publishExport({ db: dashboard.database.db, store: dashboard.store }, id, files)
  const { pool } = dashboard.database
  await pool.query(`update domain set current_export = $1, published_at = now() where name = $2`, [id, site.domain])
  return id
}

test('a new project says what is missing, and leads there', async () => {
  const { text } = await writer.get(project())
  expect(text).toMatch(/Nothing is published yet\..*No export yet\..*No agent jobs yet\./s)
  expect(text).toContain(`${project()}/domains"`)
  expect(text).not.toContain('Test connection')
  expect((await (await open('admin')).get(project())).text).toContain('Test connection')
})

test('shows what is live, with the site, its preview, its report and what changed since the export before', async () => {
  const before = await exported([...page('a', 'Old.'), ...page('gone', 'Gone.')])
  const now = await exported([...page('a', 'New.'), ...page('b', 'Added.'), ...page('c', 'Added too.')])
  const { text } = await writer.get(project())
  for (const link of [
    `href="https://${site.domain}"`,
    `href="${home}/exports/${now}/view"`,
    `href="${home}/exports/${now}/report"`,
    `href="${home}/exports/${now}/changes?since=${before}"`,
    `href="${home}/domains/${site.domain}"`,
  ]) {
    expect(text).toContain(link)
  }
  expect(text).toContain('2 added, 1 changed, 1 removed')
})

test('recent exports and health name a failure, and a viewer is offered nothing to start', async () => {
  const id = await start()
  await failExport(dashboard.database.db, id, { code: 'page_failed', message: 'Two pages fail.' })
  const { text } = await (await open('viewer')).get(project())
  expect(text).toMatch(/status bad"><a[^>]*>Failed: page_failed\./)
  expect(text).toContain('Recent exports')
  expect(text).not.toContain('Start an')
})

test('before an export is published, the page says which pages will change', async () => {
  const before = await exported([...page('a', 'Old.'), ...page('gone', 'Gone.')])
  await exported(page('a', 'New.'))
  const domain = `${home}/domains/${site.domain}`
  const [, href = ''] = /href="([^"]+\/publish\/[^"]+)"/.exec((await writer.get(domain)).text) ?? []
  expect(href).toBe(`${domain}/publish/${before}`)
  const shown = await writer.get(href)
  expect(shown.text).toMatch(/Roll back to .*What will change.*gone.*Added/s)
  const done = await writer.submit(href, `${domain}/rollback`, { form: crypto.randomUUID(), jobId: before, pin: 'why' })
  expect(done.text).toMatch(/is back at .*It stays there until you unpin it/s)
  // Pinned: nothing can be published, so there is nothing to confirm.
  expect((await writer.get(href)).path).toBe(domain)
})

test('an export of another domain is nothing to publish here', async () => {
  const other = await plantSite(dashboard.database.db)
  const id = await exported(page('a', 'A.'))
  const person = await plantPerson(dashboard.database.db, { memberships: { [other.organizationId]: 'admin' } })
  const stranger = await dashboard.openBrowser(person.id)
  const path = `/dashboard/${other.organizationId}/domains/${other.domain}/publish/${id}`
  expect((await stranger.get(path)).status).toBe(404)
})
