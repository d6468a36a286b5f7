import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../../../testing/core/people/plant-person.ts'
import type { Browser } from '../../../../testing/dashboard/browser.ts'
import { plantSite } from '../../../../testing/dashboard/plant-site.ts'
import { startTestDashboard, type TestDashboard } from '../../../../testing/dashboard/start-test-dashboard.ts'
import { migrateEngine } from '../../../engine/migrate-engine.ts'

let dashboard: TestDashboard
let browser: Browser
let operatorId: string
beforeAll(async () => {
  dashboard = await startTestDashboard()
  await migrateEngine(dashboard.database.url)
  operatorId = (await plantPerson(dashboard.database.db, { isOperator: true })).id
  browser = await dashboard.openBrowser(operatorId)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const organizations = '/operator/organizations'

async function read(id: string) {
  const { rows } = await dashboard.database.pool.query(
    'select name, plan, limits, suspended_at is not null as suspended from organization where id = $1',
    [id],
  )
  return rows[0]
}

async function actionsOn(id: string): Promise<string[]> {
  const { rows } = await dashboard.database.pool.query(
    'select action from audit where target = $1 and actor = $2 order by id',
    [id, `person:${operatorId}`],
  )
  return rows.map(({ action }) => action)
}

test('an organization is created with its plan, a second one only with the tick about domains, and leads to its own page', async () => {
  expect((await browser.get('/operator')).text).toContain(`href="${organizations}/new"`)
  const refused = await browser.submit(`${organizations}/new`, organizations, { name: ' ', plan: 'pro' })
  expect([refused.status, refused.text.includes('1 to 100')]).toEqual([422, true])
  expect((await browser.submit(`${organizations}/new`, organizations, { name: 'X', plan: 'gold' })).status).toBe(422)
  await plantOrganization(dashboard.database.db)
  const second = await browser.submit(`${organizations}/new`, organizations, { name: 'Globex', plan: 'pro' })
  expect([second.status, second.text.includes('BINDERY_DOMAINS=trusted')]).toEqual([422, true])
  const confirmed = { name: 'Globex', plan: 'pro', trust_domains: 'on' }
  const made = await browser.submit(`${organizations}/new`, organizations, confirmed)
  const [, id = ''] = /\/operator\/organizations\/(org_[0-9a-f]{16})$/.exec(made.path) ?? []
  expect(made.text).toContain('Globex is created.')
  expect(await read(id)).toEqual({ name: 'Globex', plan: 'pro', limits: {}, suspended: false })
  expect(await actionsOn(id)).toEqual(['organization.create'])
})

test('plan, limits and suspension are set and taken back, in the name of the person who did it', async () => {
  const id = await plantOrganization(dashboard.database.db)
  const path = `${organizations}/${id}`
  const send = (part: string, fields: Record<string, string>) => browser.submit(path, `${path}/${part}`, fields)
  expect((await send('plan', { plan: 'free' })).text).toContain('The plan is now free.')
  await send('limits/agentTokensPerMonth', { value: '5000', unit: 'per month' })
  expect((await browser.get(path)).text).toContain('5,000 per month')
  expect(await read(id)).toMatchObject({ plan: 'free', limits: { agentTokensPerMonth: 5000 } })
  for (const value of ['-1', '1.5', '']) {
    expect((await send('limits/agentTokensPerMonth', { value, unit: 'per month' })).status).toBe(422)
  }
  expect((await send('limits/nothing', { value: '1' })).status).toBe(404)
  await send('limits/agentTokensPerMonth', { reset: 'true' })
  expect((await send('suspend', { suspended: 'true' })).text).toContain('is suspended.')
  expect(await read(id)).toMatchObject({ limits: {}, suspended: true })
  await send('suspend', { suspended: 'false' })
  expect(await read(id)).toMatchObject({ suspended: false })
  expect(await actionsOn(id)).toEqual([
    'organization.set-plan',
    'organization.set-limit',
    'organization.set-limit',
    'organization.suspend',
    'organization.resume',
  ])
  expect((await browser.get(`${organizations}/org_0000000000000000`)).status).toBe(404)
})

test('a limit in bytes is entered in its unit, with the current value and a minimum', async () => {
  const id = await plantOrganization(dashboard.database.db)
  const path = `${organizations}/${id}/limits/repositoryBytes`
  const shown = await browser.get(path)
  expect(shown.text).toMatch(/name="value"[^>]* value="2"/)
  expect(shown.text).toMatch(/<option value="GiB" selected[^>]*>GiB</)
  expect(shown.text).toContain('At least 1 KiB.')
  const send = (fields: Record<string, string>) => browser.submit(path, path, fields)
  expect((await send({ value: '4', unit: 'GiB' })).text).toContain('Size of the source repository: 4 GiB.')
  expect(await read(id)).toMatchObject({ limits: { repositoryBytes: 4 * 1024 ** 3 } })
  for (const wrong of [{ value: '0', unit: 'GiB' }, { value: '1' }, { value: '1', unit: 'bytes' }]) {
    expect((await send(wrong)).status).toBe(422)
  }
  const asked = await send({ value: '1', unit: 'GiB' })
  expect(asked.text).toContain('the limit is 4 GiB now')
  expect(await read(id)).toMatchObject({ limits: { repositoryBytes: 4 * 1024 ** 3 } })
  await send({ confirmed: String(1024 ** 3) })
  expect(await read(id)).toMatchObject({ limits: { repositoryBytes: 1024 ** 3 } })
})

test('a limit goes below what is in use only after a confirmation', async () => {
  const { db, pool } = dashboard.database
  const { organizationId: id } = await plantSite(db)
  await pool.query(
    `insert into agent_usage (organization_id, day, model, input_tokens) values ($1, (now() at time zone 'UTC')::date, 'm', 9000)`,
    [id],
  )
  const path = `${organizations}/${id}/limits/agentTokensPerMonth`
  expect((await browser.get(path)).text).toContain('In use: 9,000 per month.')
  for (const [name, used] of [
    ['domains', '1 domain'],
    ['projects', '1 project'],
  ]) {
    expect((await browser.get(`${organizations}/${id}/limits/${name}`)).text).toContain(`In use: ${used}.`)
  }
  const send = (fields: Record<string, string>) => browser.submit(path, path, fields)
  const asked = await send({ value: '5000', unit: 'per month' })
  expect(asked.text).toMatch(/Acme uses 9,000 per month\..*Set it to 5,000 per month/s)
  expect(await read(id)).toMatchObject({ limits: {} })
  await send({ confirmed: '5000' })
  expect(await read(id)).toMatchObject({ limits: { agentTokensPerMonth: 5000 } })
  await send({ value: '10000', unit: 'per month' })
  expect(await read(id)).toMatchObject({ limits: { agentTokensPerMonth: 10_000 } })
})

test('a limit of cost is shown and entered in the currency of the operator', async () => {
  const prices = { currency: 'EUR', models: { m: { input: 3, output: 15 }, n: { input: 1, output: 5 } } }
  await using other = await startTestDashboard({ prices })
  const { db } = other.database
  const operator = await other.openBrowser((await plantPerson(db, { isOperator: true })).id)
  const id = await plantOrganization(db)
  const path = `${organizations}/${id}/limits/agentCostPerMonth`
  expect((await operator.get(path)).text).toContain('Value (EUR per month)')
  const set = await operator.submit(path, path, { value: '20', unit: 'EUR per month' })
  expect(set.text).toContain('Cost of agent jobs: 20 EUR per month.')
  expect((await operator.get(path)).text).toMatch(/Limit of Acme: 20 EUR per month.*name="value"[^>]* value="20"/s)
  const settings = `/dashboard/${id}/settings`
  expect((await operator.get(settings)).text).toContain('20 EUR per month')
})

test('a cost budget is refused while a model has no price', async () => {
  const id = await plantOrganization(dashboard.database.db)
  const path = `${organizations}/${id}/limits/agentCostPerMonth`
  const refused = await browser.submit(path, path, { value: '10', unit: 'per month' })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('Set BINDERY_MODEL_PRICES for n first')
  expect(await read(id)).toMatchObject({ limits: {} })
})

test('a password is reset with a link that is shown once and works; the old one and all sessions end', async () => {
  const { db } = dashboard.database
  const person = await plantPerson(db, { password: 'correct horse battery' })
  const theirs = await dashboard.openBrowser(person.id)
  expect((await browser.get('/operator/people')).text).toContain(person.email)
  const shown = await browser.submit('/operator/people', '/operator/people/reset', { email: person.email })
  const [, token = ''] = /\/reset\/([\w-]{43})/.exec(shown.text) ?? []
  expect((await browser.get('/operator/people')).text).not.toContain(token)
  expect((await theirs.get('/account')).path).toMatch(/^\/sign-in/)
  const fresh = await dashboard.openBrowser()
  const old = await fresh.submit('/sign-in', '/sign-in', { email: person.email, password: 'correct horse battery' })
  expect(old.status).toBe(422)
  expect((await fresh.get(`/reset/${token}`)).status).toBe(200)
  expect(await actionsOn(person.id)).toEqual(['person.reset'])
  const none = await browser.submit('/operator/people', '/operator/people/reset', { email: 'none@example.com' })
  expect(none.status).toBe(422)
})
