import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAdmin } from '../../testing/admin/run-admin.ts'
import { completeExport } from '../../testing/api/end-export.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/db/create-test-database.ts'
import { openCredential } from '../core/credentials/open-credential.ts'
import type { StoredCredential } from '../core/credentials/stored-credential.ts'
import { migrateEngine } from '../engine/migrate-engine.ts'

const credentialKeys = { current: randomBytes(32), previous: [] }
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await migrateEngine(database.url)
})
afterAll(() => database.close())

/** Runs one command as the shell would and gives what it printed. */
const run = (command: string, input = '') => runAdmin(command.split(' '), { db: database.db, credentialKeys, input })

// biome-ignore lint/suspicious/noExplicitAny: each test names the fields that it looks at
const ask = async (command: string, input?: string): Promise<any> => JSON.parse(await run(`${command} --json`, input))

async function makeTenant() {
  const organization = (await ask('organization create --name Acme --trust-domains')).id
  const repository = 'https://git.example.com/docs.git'
  const project = (await ask(`project create --organization ${organization} --name Docs --repository ${repository}`)).id
  return { organization, project }
}

async function one(text: string, ...values: unknown[]) {
  return (await database.pool.query(text, values)).rows[0]
}

test('an organization is made, moved to another plan, limited, suspended and listed', async () => {
  const { id } = await ask('organization create --name Acme --trust-domains')
  await ask(`organization set-plan ${id} pro`)
  await ask(`organization set-limit ${id} exportStartsPerHour 5`)
  await ask(`organization set-limit ${id} bodyBytes 10`)
  await ask(`organization set-limit ${id} bodyBytes default`)
  const refused = run(`organization set-limit ${id} agentCostPerMonth 10`)
  await expect(refused).rejects.toThrow('A cost budget needs prices, and no model has one')
  await ask(`organization suspend ${id}`)
  const listed = (await ask('organization list')).find((row: { id: string }) => row.id === id)
  expect(listed).toMatchObject({ plan: 'pro', limits: { exportStartsPerHour: 5 }, suspendedAt: expect.any(String) })
  await ask(`organization suspend ${id} --lift`)
  expect(await one('select suspended_at from organization where id = $1', id)).toEqual({ suspended_at: null })
  const { rows } = await database.pool.query('select actor, action from audit where organization_id = $1 order by id', [
    id,
  ])
  expect(rows.map(({ action }) => action)).toEqual([
    'organization.create',
    'organization.set-plan',
    ...Array(3).fill('organization.set-limit'),
    'organization.suspend',
    'organization.resume',
  ])
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set(['operator']))
})

test('a second organization needs proof of domains, or the confirmation that all trust each other', async () => {
  await makeTenant()
  const create = 'organization create --name Second'
  await expect(ask(create)).rejects.toThrow(/second organization.*BINDERY_DOMAINS=verified.*--trust-domains/)
  expect((await ask(`${create} --trust-domains`)).id).toMatch(/^org_/)
  const verified = await runAdmin(create.split(' '), { db: database.db, domainMode: 'verified' })
  expect(verified).toContain('org_')
})

test('a key is printed once and stored nowhere', async () => {
  const { organization } = await makeTenant()
  const printed = await run(`key create --organization ${organization} --name ci --scope read --address 203.0.113.7`)
  const [key] = /bnd_\w{36}/.exec(printed) ?? []
  expect(key).toBeDefined()
  const [row] = await ask(`key list --organization ${organization}`)
  expect(row).toMatchObject({ name: 'ci', scopes: ['read'], addresses: ['203.0.113.7/32'], prefix: key?.slice(0, 10) })
  const { dump } = await one('select json_agg(k)::text as dump from api_key k')
  expect(dump).not.toContain(key)
  const days = (Date.parse(row.expiresAt) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(90)
})

test('a rotated key has a successor with the same rights, and lives on for the overlap only', async () => {
  const { organization, project } = await makeTenant()
  const made = await ask(`key create --organization ${organization} --name ci --project ${project} --expires never`)
  const next = await ask(`key rotate ${made.id} --overlap 1h --expires 7`)
  const [old, successor] = await ask(`key list --organization ${organization}`)
  expect(old.rotatedTo).toBe(next.id)
  expect(Math.round((Date.parse(old.expiresAt) - Date.now()) / 60_000)).toBe(60)
  expect(successor).toMatchObject({ id: next.id, name: 'ci', projectIds: [project], scopes: ['write'] })
  await expect(ask(`key rotate ${made.id}`)).rejects.toThrow(/was rotated to/)
  await ask(`key revoke ${next.id}`)
  await expect(ask(`key rotate ${next.id}`)).rejects.toThrow(/is revoked/)
})

test('an hour allows ten new keys of an organization', async () => {
  const { organization } = await makeTenant()
  for (let i = 0; i < 10; i++) await ask(`key create --organization ${organization} --name k${i}`)
  await expect(ask(`key create --organization ${organization} --name k10`)).rejects.toThrow(/higher limit/)
})

test.each([
  ['key create --organization ORG --name x --project prj_0000000000000000', /has no project prj_0/],
  ['key create --organization ORG --name x --address 0.0.0.0/0', /allows every address/],
  ['key create --organization ORG --name x --expires 8', /must be one of 7, 30, 60, 90/],
  ['key revoke key_0', /There is no key key_0/],
  ['organization set-plan org_0 pro', /There is no organization org_0/],
  ['project create --organization ORG --name x --repository file:///etc', /refused/],
  ['project update PRJ', /Nothing was given/],
  ['project update PRJ --api-url http://169.254.169.254/latest', /refused/],
  ['project credential set PRJ --github-app 12', /named by its id/],
  ['domain add https://x --project PRJ', /must be a hostname/],
  ['domain remove nobody.example.com', /There is no domain/],
])('%s is refused with a sentence', async (command, sentence) => {
  const { organization, project } = await makeTenant()
  await expect(ask(command.replace('ORG', organization).replace('PRJ', project))).rejects.toThrow(sentence)
})

test('a domain belongs to one project of the installation, whatever its letters', async () => {
  const { organization, project } = await makeTenant()
  await ask(`domain add Docs.Example.com --project ${project}`)
  expect(await ask(`domain list --organization ${organization}`)).toMatchObject([{ name: 'docs.example.com' }])
  await expect(ask(`domain add docs.example.com --project ${project}`)).rejects.toThrow(/belongs to a project already/)
  await ask('domain remove DOCS.example.com')
  expect(await ask(`domain list --organization ${organization}`)).toEqual([])
})

test('a domain may be claimed, and the operator decides between several who claim it', async () => {
  const [one, other] = [await makeTenant(), await makeTenant()]
  await ask(`domain add claimed.example.com --project ${one.project}`)
  const claim = await ask(`domain add claimed.example.com --project ${other.project} --claim`)
  expect(claim).toEqual({
    name: 'claimed.example.com',
    verifiedAt: null,
    record: '_bindery.claimed.example.com',
    value: expect.stringMatching(/^bindery-verification=[0-9a-f]{32}$/),
    file: 'https://claimed.example.com/.well-known/bindery-verification.txt',
  })
  await expect(ask('domain verify claimed.example.com')).rejects.toThrow(/Several organizations claim/)
  await ask(`domain verify claimed.example.com --organization ${other.organization} --override`)
  const verified = async ({ organization }: { organization: string }) =>
    (await ask(`domain list --organization ${organization}`))[0].verifiedAt !== null
  expect(await Promise.all([one, other].map(verified))).toEqual([false, true])
  await ask(`domain remove claimed.example.com --organization ${one.organization}`)
  await ask('domain remove claimed.example.com')
})

test('a credential comes from standard input, is sealed, and leaves with the host it was for', async () => {
  const { organization, project } = await makeTenant()
  await run(`project credential set ${project} --username reader`, 'canary-token\n')
  const { credential } = await one('select credential from project where id = $1', project)
  expect(openCredential(credential, project, credentialKeys)).toEqual({ username: 'reader', secret: 'canary-token' })
  await ask(`project update ${project} --branch next --docs-path ./docs/`)
  const shown = await ask(`project list --organization ${organization}`)
  expect(shown).toMatchObject([{ branch: 'next', docsPath: 'docs', hasCredential: true }])
  expect(JSON.stringify(shown)).not.toContain('canary')
  await ask(`project update ${project} --repository https://other.example.com/docs.git`)
  expect(await ask(`project list --organization ${organization}`)).toMatchObject([{ hasCredential: false }])
})

test("a project says what opens its pull requests, and its credential goes to no other host's API", async () => {
  const { organization, project } = await makeTenant()
  const listed = async () => (await ask(`project list --organization ${organization}`))[0]
  expect(await listed()).toMatchObject({ gitHost: null, apiUrl: null })
  await run(`project credential set ${project}`, 'canary-token')
  await ask(`project update ${project} --git-host forgejo`)
  expect(await listed()).toMatchObject({ gitHost: 'gitea', hasCredential: true })
  await ask(`project update ${project} --api-url https://api.example.com/v1`)
  expect(await listed()).toMatchObject({ apiUrl: 'https://api.example.com/v1', hasCredential: false })
  await run(`project credential set ${project}`, 'canary-token')
  await ask(`project update ${project} --repository https://other.example.com/docs.git`)
  expect(await listed()).toMatchObject({ gitHost: null, apiUrl: null, hasCredential: false })
})

test('a GitHub App is a credential too', async () => {
  const { project } = await makeTenant()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  await run(`project credential set ${project} --github-app 12 --installation 34`, pem)
  const { credential } = await one('select credential from project where id = $1', project)
  const opened = openCredential<StoredCredential>(credential, project, credentialKeys)
  expect(opened).toEqual({ kind: 'github-app', appId: '12', installationId: '34', privateKey: pem })
})

test('deleting takes rows and credentials away at once, asks for the rest and leaves the neighbour alone', async () => {
  const [gone, stays] = [await makeTenant(), await makeTenant()]
  await run(`project credential set ${gone.project}`, 'canary')
  for (const { organization } of [gone, stays]) await ask(`key create --organization ${organization} --name k`)
  expect(await ask(`project delete ${gone.project}`)).toEqual({ id: gone.project, deleted: true })
  expect(await one('select from project where id = $1', gone.project)).toBeUndefined()
  expect(await ask(`organization delete ${gone.organization}`)).toEqual({ id: gone.organization, deleted: true })
  const keysOf = ({ organization }: typeof gone) =>
    one('select count(*)::int from api_key where organization_id = $1', organization)
  expect(await keysOf(gone)).toEqual({ count: 0 })
  expect(await keysOf(stays)).toEqual({ count: 1 })
  const asked = await ask('deletion list')
  expect(asked).toHaveLength(2)
  expect(asked[0]).toMatchObject({ organization: gone.organization, folders: 1, jobs: 0 })
  for (const id of [gone.project, gone.organization]) {
    const kind = id === gone.project ? 'project' : 'organization'
    await expect(run(`${kind} delete ${id}`)).rejects.toThrow(`There is no ${kind}`)
  }
})

test('the files of a completed export are given up early, once, and nothing else of it changes', async () => {
  const { organization, project } = await makeTenant()
  const id = 'se_00000000000000ee'
  const row = { id, organization_id: organization, project_id: project, domain: 'docs.example.com' }
  await database.db.insertInto('export').values(row).execute()
  await expect(run(`export expire ${id}`)).rejects.toThrow('no completed export')
  await completeExport(database.pool, id)
  const before = await one('select * from export where id = $1', id)
  expect(await ask(`export expire ${id}`)).toEqual({ id, expired: true })
  const after = await one('select * from export where id = $1', id)
  expect(after).toEqual({
    ...before,
    retained_until: expect.any(Date),
    updated_at: expect.any(Date),
    revision: before.revision + 1,
  })
  expect(await one('select kind from export_remains where export_id = $1 and due_at <= now()', id)).toEqual({
    kind: 'files',
  })
})

test('a project says what is done about secrets, and an exception that names no form is refused', async () => {
  const { organization, project } = await makeTenant()
  await ask(`project secrets ${project} --found fail --except guides/a.mdx:npm_token --except *:private_key`)
  expect((await ask(`project list --organization ${organization}`))[0]).toMatchObject({
    secretsFound: 'fail',
    secretExceptions: ['guides/a.mdx:npm_token', '*:private_key'],
  })
  await expect(run(`project secrets ${project} --except a.mdx:nothing`)).rejects.toThrow('is no exception')
})
