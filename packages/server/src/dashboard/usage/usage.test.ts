import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantPerson } from '../../../testing/core/people/plant-person.ts'
import { plantSite, type Site } from '../../../testing/dashboard/plant-site.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { makeId } from '../../core/make-id.ts'
import { setLimit } from '../../core/organizations/change-organization.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startTestDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

async function open(site: Site) {
  const person = await plantPerson(dashboard.database.db, { memberships: { [site.organizationId]: 'viewer' } })
  const browser = await dashboard.openBrowser(person.id)
  const show = async (query = '') => (await browser.get(`/dashboard/${site.organizationId}/usage${query}`)).text
  return { browser, show }
}

/** The cells of a row, by what stands first in it. */
function rowOf(text: string, first: string): string[] | undefined {
  const rows = [...text.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, '')),
  )
  return rows.find(([cell]) => cell === first)
}

async function plantUse(site: Site) {
  const { pool } = dashboard.database
  const completed = `insert into export (id, organization_id, project_id, domain, status, progress, page_count, total_pages,
      version, commit, bundle_key, bundle_sha256, bundle_bytes, started_at, ended_at, created_at, retained_until)
    values ($1, $2, $3, $4, 'completed', 100, $5, $5, 'v', 'c', 'k', repeat('0', 64), $6,
      now() - $7::interval, now() - $7::interval, now() - $7::interval, now() - $8::interval)`
  const add = (pages: number, bytes: number, age: string, gone: string | null) =>
    pool.query(completed, [makeId('export'), site.organizationId, site.projectId, site.domain, pages, bytes, age, gone])
  await add(10, 3_000_000, '0 days', null)
  await add(20, 5_000_000, '3 days', null)
  // Before the days that are shown, and deleted within them.
  await add(40, 7_000_000, '60 days', '3 days')
  await pool.query(
    `insert into agent_usage (organization_id, day, model, input_tokens, output_tokens)
      values ($1, (now() at time zone 'UTC')::date, 'm', 1000000, 100000)`,
    [site.organizationId],
  )
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

test('each day has its exports, pages, stored bytes, tokens and cost, in a table and as charts', async () => {
  const site = await plantSite(dashboard.database.db)
  await plantUse(site)
  const { show } = await open(site)
  const text = await show()
  expect(rowOf(text, daysAgo(0))).toEqual([daysAgo(0), '1', '10', '8.00 MB', '1,100,000', '4.50 USD'])
  expect(rowOf(text, daysAgo(3))).toEqual([daysAgo(3), '1', '20', '5.00 MB', '0', '0.00 USD'])
  expect(rowOf(text, daysAgo(4))).toBeUndefined()
  expect(text.match(/<tr>/g)).toHaveLength(3)
  expect(text.match(/<svg class="plot"/g)).toHaveLength(5)
  expect(text).toContain('aria-label="Pages exported: 30 in total, at most 20 in one day."')
  const months = await show('?by=month')
  expect(rowOf(months, daysAgo(0).slice(0, 7))?.slice(3)).toEqual(['8.00 MB', '1,100,000', '4.50 USD'])
  const used = new Set([0, 3, 60].map((days) => daysAgo(days).slice(0, 7)))
  expect(months.match(/<tr>/g)).toHaveLength(1 + used.size)
})

test('thirty days are shown, today with them', async () => {
  const site = await plantSite(dashboard.database.db)
  await dashboard.database.pool.query(
    `insert into agent_usage (organization_id, day, model, input_tokens, output_tokens)
      select $1, (now() at time zone 'UTC')::date - days, 'm', 10, 1 from unnest(array[29, 30]) as days`,
    [site.organizationId],
  )
  const { show } = await open(site)
  const text = await show()
  expect([rowOf(text, daysAgo(29))?.length, rowOf(text, daysAgo(30))]).toEqual([6, undefined])
})

test('nothing of another organization is counted', async () => {
  const [site, other] = [await plantSite(dashboard.database.db), await plantSite(dashboard.database.db)]
  await plantUse(other)
  const { show } = await open(site)
  expect(rowOf(await show(), daysAgo(0))).toEqual([daysAgo(0), '0', '0', '0 B', '0', '0.00 USD'])
})

test('a budget is shown with what is used of it, and says when it is used up', async () => {
  const { db } = dashboard.database
  const site = await plantSite(db)
  await plantUse(site)
  const { show } = await open(site)
  expect(await show()).toContain('This organization has no budget.')
  await setLimit(db, site.organizationId, { name: 'agentTokensPerMonth', value: 2_000_000 }, operator)
  await setLimit(db, site.organizationId, { name: 'agentCostPerMonth', value: 10 }, operator)
  const text = await show()
  expect(text).toContain('1,100,000 of 2,000,000 (55 %)')
  expect(text).toContain('4.50 USD of 10.00 USD (45 %)')
  expect(text).not.toContain('The budget is used up')
  await setLimit(db, site.organizationId, { name: 'agentCostPerMonth', value: 4 }, operator)
  expect(await show()).toContain('The budget is used up')
})

test('without prices no cost is shown, and the page says why', async () => {
  await using other = await startTestDashboard({ prices: { currency: 'USD', models: {} } })
  const site = await plantSite(other.database.db)
  const person = await plantPerson(other.database.db, { memberships: { [site.organizationId]: 'viewer' } })
  const { text } = await (await other.openBrowser(person.id)).get(`/dashboard/${site.organizationId}/usage`)
  expect(text).toContain('has set no prices')
  expect(text).not.toContain('0.00 USD')
})
