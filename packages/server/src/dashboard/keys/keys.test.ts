import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import type { Browser } from '../../../testing/dashboard/browser.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'
import { operator } from '../../core/audit/record-audit.ts'
import { createKey } from '../../core/keys/create-key.ts'
import { listKeys } from '../../core/keys/list-keys.ts'
import { defaultLimits } from '../../core/limits/limits.ts'
import { createProject } from '../../core/projects/create-project.ts'
import type { Role } from '../../db/tables.ts'

let dashboard: TestDashboard
let organization: string
let project: string
let admin: Browser

beforeAll(async () => {
  dashboard = await startTestDashboard({ publicUrl: 'https://docs.example.com/' })
  const { db } = dashboard.database
  organization = await plantOrganization(db)
  const request = { name: 'Handbook', repository: 'https://git.example.com/docs', branch: 'main', docsPath: '' }
  project = (
    await createProject(db, { organizationId: organization, ...request }, operator, { allowedHosts: [] }, defaultLimits)
  ).id
  admin = await open('admin')
})

afterAll(() => dashboard[Symbol.asyncDispose]())

async function open(role: Role, of = organization): Promise<Browser> {
  const person = await plantPerson(dashboard.database.db, { name: 'Grace', memberships: { [of]: role } })
  return dashboard.openBrowser(person.id)
}

const path = (rest = '') => `/dashboard/${organization}/keys${rest}`
const keys = () => listKeys(dashboard.database.db, organization)
const keyIn = (text: string) => /bnd_[0-9A-Za-z]{36}/.exec(text)?.[0]

async function make(name: string, organizationId = organization) {
  const rights = { scopes: ['read' as const], projectIds: null, addresses: null, expiresInDays: 7 as const }
  return createKey(dashboard.database.db, { organizationId, name, ...rights }, operator, defaultLimits)
}

async function formIdOf(page: string): Promise<{ form: string }> {
  return { form: /name="form" value="([^"]+)"/.exec((await admin.get(page)).text)?.[1] ?? '' }
}

test('a key is shown once, large and with a command, and is nowhere afterwards', async () => {
  const wish = {
    ...(await formIdOf(path('/new'))),
    name: 'deploy <pipeline>',
    scope: 'write',
    project,
    addresses: '203.0.113.7\r\n198.51.100.0/24\r\n',
    expires: '30',
  }
  const page = await admin.submit(path('/new'), path('/new'), wish)
  const key = keyIn(page.text)
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.text).toContain(`curl -s https://docs.example.com/v1/static-export/jobs`)
  expect(page.text).toContain('not shown again')
  expect(page.text).toContain(`export BINDERY_API_KEY=${key}`)
  expect(page.text).toContain('deploy &lt;pipeline&gt;')
  const made = (await keys()).find(({ name }) => name === wish.name)
  expect(made).toMatchObject({
    scopes: ['write'],
    projectIds: [project],
    addresses: ['203.0.113.7/32', '198.51.100.0/24'],
    creatorName: 'Grace',
  })
  const again = await admin.submit(path('/new'), path('/new'), wish)
  expect(again.status).toBe(409)
  expect(again.text).toContain('already sent')
  expect((await keys()).filter(({ name }) => name === wish.name)).toHaveLength(1)
  const later = [again.text, (await admin.get(path())).text, (await admin.get(path(`/${made?.id}`))).text]
  expect(key).toBeDefined()
  for (const text of [...later, ...dashboard.logged, ...admin.cookies.values(), page.path]) {
    expect(text).not.toContain(key)
  }
})

test('a refused form comes back as it was filled in, and can be sent again', async () => {
  const wish = { ...(await formIdOf(path('/new'))), name: 'ci', scope: 'read', expires: 'never' }
  const refused = await admin.submit(path('/new'), path('/new'), { ...wish, addresses: '0.0.0.0/0', project })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('allows every address')
  expect(refused.text).toMatch(new RegExp(`value="${project}"[^>]*checked`))
  expect(keyIn((await admin.submit(path('/new'), path('/new'), wish)).text)).toBeDefined()
  expect((await admin.submit(path('/new'), path('/new'), { ...wish, name: ' ' })).text).toContain('Give the key a name')
})

test('the list names project ids and keys, warns of those that end, and folds away those that have', async () => {
  await make('ends soon')
  const { id } = await make('gone')
  await admin.submit(path(`/${id}`), path(`/${id}/revoke`))
  const { text } = await admin.get(path())
  expect(text).toContain(`data-copy="${project}"`)
  const [current = '', gone = ''] = text.split('Revoked and expired')
  expect(current).toMatch(/ends soon[\s\S]*?expiring/)
  expect(gone).toMatch(/gone[\s\S]*?revoked/)
  expect(current).not.toContain('>gone<')
})

test('a rotated key works as long as was chosen, and its successor is shown once', async () => {
  const old = await make('to rotate')
  const wish = { ...(await formIdOf(path(`/${old.id}/rotate`))), overlap: '3600', expires: '90' }
  const page = await admin.submit(path(`/${old.id}/rotate`), path(`/${old.id}/rotate`), wish)
  expect(keyIn(page.text)).toBeDefined()
  expect(page.text).toContain('works for 1 h 0 min more')
  const row = (await keys()).find(({ id }) => id === old.id)
  expect(Math.round(((row?.expiresAt?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(60)
  expect((await admin.post(path(`/${old.id}/rotate`), {})).status).toBe(403)
  expect((await admin.submit(path(), path(`/${old.id}/rotate`), wish)).status).toBe(409)
  const other = { ...wish, ...(await formIdOf(path('/new'))) }
  expect((await admin.submit(path(), path(`/${old.id}/rotate`), other)).text).toContain('was rotated to')
})

test('what no database could keep is refused, not tripped over', async () => {
  expect((await admin.get(path('/%00'))).status).toBe(404)
  const wish = { scope: 'read', expires: '7' }
  for (const wrong of [{ name: 'a\0b' }, { name: 'ci', project: '\0' }]) {
    const fields = { ...wish, ...(await formIdOf(path('/new'))), ...wrong }
    expect((await admin.submit(path('/new'), path('/new'), fields)).status).toBe(422)
  }
})

test('viewers look and change nothing', async () => {
  const { id } = await make('looked at')
  const viewer = await open('viewer')
  const list = await viewer.get(path())
  expect(list.text).toContain('looked at')
  expect(list.text).not.toContain('/keys/new')
  expect((await viewer.get(path(`/${id}`))).text).not.toMatch(/\/rotate|\/revoke/)
  expect((await viewer.get(path('/new'))).status).toBe(403)
  expect((await viewer.submit(path(), path(`/${id}/revoke`))).status).toBe(403)
})

test('keys of another organization are nowhere', async () => {
  const { db } = dashboard.database
  const other = await plantOrganization(db, 'Other')
  const { id } = await make('theirs', other)
  for (const rest of ['', '/rotate']) expect((await admin.get(path(`/${id}${rest}`))).status).toBe(404)
  for (const rest of ['/rotate', '/revoke']) {
    const wish = { ...(await formIdOf(path('/new'))), overlap: '0', expires: '90' }
    expect((await admin.submit(path(), path(`/${id}${rest}`), wish)).status).toBe(404)
  }
  expect(await listKeys(db, other)).toMatchObject([{ revokedAt: null, rotatedTo: null }])
})

test('the page of a key has commands for a terminal and for pipelines, with this address and a domain of its own', async () => {
  const { db } = dashboard.database
  await db
    .insertInto('domain')
    .values({ name: 'own.example.com', organization_id: organization, project_id: project, verified_at: new Date() })
    .execute()
  const { id } = await make('snippets')
  const { text } = await admin.get(path(`/${id}`))
  for (const said of [
    'export BINDERY_URL=https://docs.example.com',
    'bindery export --domain own.example.com',
    'uses: ./.github/actions/bindery-export',
    '{{ secrets.BINDERY_API_KEY }}',
    'href="https://docs.example.com/openapi.json"',
    'href="https://docs.example.com/docs/reference/api"',
  ]) {
    expect(text).toContain(said)
  }
  expect(keyIn(text)).toBeUndefined()
})

test('keys that end within a week are named to admins where they start, until they are rotated', async () => {
  const { db, pool } = dashboard.database
  const own = await plantOrganization(db)
  const open = async (role: 'admin' | 'viewer') =>
    dashboard.openBrowser((await plantPerson(db, { memberships: { [own]: role } })).id)
  const [owner, viewer] = [await open('admin'), await open('viewer')]
  const { id } = await make('soon to end', own)
  await make('for long', own)
  await pool.query(`update api_key set expires_at = now() + interval '3 days' where id = $1`, [id])
  await pool.query(`update api_key set expires_at = now() + interval '30 days' where name = 'for long'`)
  const projects = `/dashboard/${own}/projects`
  for (const place of [projects, `/dashboard/${own}/keys`]) {
    const { text } = await owner.get(place)
    expect(text).toMatch(/1 API key expires within a week.*soon to end<\/a> expires.*in 3 days/s)
    expect((await viewer.get(place)).text).not.toContain('within a week')
  }
  await pool.query('update api_key set rotated_to = $2 where id = $1', [id, (await make('next', own)).id])
  await pool.query(`update api_key set expires_at = null where name = 'next'`)
  expect((await owner.get(projects)).text).not.toContain('within a week')
})
