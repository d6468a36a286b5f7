import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization } from '../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { operatorScope } from '../access/scope.ts'
import { operator } from '../audit/record-audit.ts'
import { openCredential } from '../credentials/open-credential.ts'
import { removeCredential } from '../credentials/remove-credential.ts'
import { setCredential } from '../credentials/set-credential.ts'
import { addDomain } from '../domains/add-domain.ts'
import { listDomains } from '../domains/list-domains.ts'
import { removeDomain } from '../domains/remove-domain.ts'
import { defaultLimits } from '../limits/limits.ts'
import { setLimit } from '../organizations/change-organization.ts'
import { type ConnectRequest, connectProject } from './connect-project.ts'
import { deleteProject } from './delete-project.ts'
import { listProjects } from './list-projects.ts'
import { setProjectModel } from './set-project-model.ts'
import { setSecretRules } from './set-secret-rules.ts'
import { showProject } from './show-project.ts'
import { updateProject } from './update-project.ts'

const credentials = { current: randomBytes(32), previous: [] }
const git = { allowedHosts: [] }
const credential = { secret: 'token' }
let database: TestDatabase
let organizationId: string
let stranger: string
let projectId: string

beforeAll(async () => {
  database = await createTestDatabase()
  organizationId = await plantOrganization(database.db)
  stranger = await plantOrganization(database.db, 'Other')
  projectId = (await connect({ domain: 'Docs.example.com', credential })).id
})
afterAll(() => database.close())

function connect(given: Partial<ConnectRequest>, limits = defaultLimits) {
  const request = { organizationId, name: 'Docs', repository: 'https://git.example.com/docs', branch: 'main' }
  const deps = {
    db: database.db,
    git,
    credentials,
    domains: { mode: 'trusted', dnsServers: [] } as const,
    limits,
  }
  return connectProject(deps, { ...request, docsPath: '', domain: 'a.example.com', ...given }, operator)
}
const show = () => showProject(database.db, organizationId, projectId)

test('a project is connected with domain and credential, or not at all', async () => {
  expect(await show()).toMatchObject({
    name: 'Docs',
    hasCredential: true,
    hasModelKey: false,
    exports: 0,
    agentJobs: 0,
  })
  await expect(connect({ domain: 'docs.example.com' })).rejects.toThrow(/belongs to a project already/)
  await expect(connect({ credential: { secret: '' } })).rejects.toThrow(/empty/)
  expect(await listProjects(database.db, organizationId)).toHaveLength(1)
  expect(await listDomains(database.db, organizationId)).toMatchObject([{ name: 'docs.example.com', projectId }])
})

test('what belongs to another organization can be neither seen nor changed', async () => {
  const { db } = database
  const theirs = { projectId, organizationId: stranger }
  const model = { provider: 'anthropic' as const, model: 'm' }
  const attempts = [
    () => showProject(db, stranger, projectId),
    () => updateProject(db, { organizationId: stranger }, projectId, { name: 'Mine' }, operator, git),
    () => setSecretRules(db, { organizationId: stranger }, projectId, { found: 'fail', exceptions: [] }, operator),
    () => deleteProject(db, { organizationId: stranger }, projectId, operator),
    () => addDomain(db, theirs, { projectId, name: 'b.example.com', mode: 'trusted' }, operator, defaultLimits),
    () => setCredential(db, theirs, { projectId, credential }, operator, credentials),
    () => removeCredential(db, theirs, operator),
    () => setProjectModel({ db, git, credentials }, { ...theirs, model }, operator),
  ]
  const before = await show()
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'project_not_found' })
  await expect(removeDomain(db, { organizationId: stranger }, 'docs.example.com', operator)).rejects.toThrow(
    /no domain/,
  )
  expect(await show()).toEqual(before)
  expect(await listDomains(db, organizationId)).toHaveLength(1)
})

test('a credential stays behind when the repository, or its API, moves to another host', async () => {
  const { db } = database
  const change = (to: Parameters<typeof updateProject>[3]) =>
    updateProject(db, operatorScope, projectId, to, operator, git)
  await change({ repository: 'https://git.example.com/other', apiUrl: 'https://git.example.com/api' })
  await setCredential(db, operatorScope, { projectId, credential }, operator, credentials)
  await change({ repository: 'https://git.example.com/docs' })
  expect(await show()).toMatchObject({ hasCredential: true })
  for (const move of [
    { apiUrl: 'https://elsewhere.example.com/api' },
    { repository: 'https://elsewhere.example.com/docs' },
  ]) {
    await setCredential(db, operatorScope, { projectId, credential }, operator, credentials)
    await change(move)
    expect(await show()).toMatchObject({ hasCredential: false })
  }
  await change({ repository: 'https://git.example.com/docs' })
})

test('a credential that was removed is gone', async () => {
  await removeCredential(database.db, { projectId, organizationId }, operator)
  expect(await show()).toMatchObject({ hasCredential: false })
})

const place = { provider: 'openai-compatible' as const, baseUrl: 'https://models.example.com/v1' }
const setModel = (model: Parameters<typeof setProjectModel>[1]['model'], key?: string) =>
  setProjectModel({ db: database.db, git, credentials }, { projectId, organizationId, model, key }, operator)

test('a model of its own keeps its key sealed, and loses it when it moves elsewhere', async () => {
  await setModel({ ...place, model: 'small' }, 'model-key')
  const { model_credential } = await database.db
    .selectFrom('project')
    .select('model_credential')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  expect(openCredential(model_credential ?? Buffer.of(), projectId, credentials)).toEqual({ secret: 'model-key' })
  await setModel({ ...place, model: 'large' })
  expect(await show()).toMatchObject({ model: { ...place, model: 'large' }, hasModelKey: true })
  await setModel({ ...place, model: 'large', baseUrl: 'https://elsewhere.example.com/v1' })
  expect(await show()).toMatchObject({ hasModelKey: false })
  await setModel({ ...place, model: 'large' }, 'model-key')
  await setModel(null)
  expect(await show()).toMatchObject({ model: null, hasModelKey: false })
})

test.each([
  ['a name with spaces', { provider: 'anthropic' as const, model: 'two words' }, /without spaces/],
  ['an endpoint without address', { provider: 'openai-compatible' as const, model: 'm' }, /base URL/],
  ['an address inside', { ...place, model: 'm', baseUrl: 'https://10.0.0.1/v1' }, /base URL of the model is refused/],
])('%s is refused', async (_, model, sentence) => {
  await expect(setModel(model)).rejects.toThrow(sentence)
})

test('of additions at the same time no more succeed than the limits `projects` and `domains` allow', async () => {
  const { db } = database
  const own = { organizationId: await plantOrganization(db, 'Bolt') }
  const count = async () => [
    (await listProjects(db, own.organizationId)).length,
    (await listDomains(db, own.organizationId)).length,
  ]
  const limits = { ...defaultLimits, projects: 3, domains: 4 }
  const connects = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => connect({ ...own, domain: `p${n}.bolt.example.com` }, limits)),
  )
  expect(await count()).toEqual([3, 3])
  const refusals = connects.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  expect(refusals).toHaveLength(5)
  for (const refusal of refusals) expect(refusal).toContain('Bolt has 3 projects, and its limit `projects` is 3.')

  const projectId = (await listProjects(db, own.organizationId))[0]!.id
  const add = (name: string) =>
    addDomain(db, own, { projectId, name: `${name}.bolt.example.com`, mode: 'verified' }, operator, limits)
  await Promise.allSettled(['a', 'b', 'c'].map(add))
  expect(await count()).toEqual([3, 4])
  await expect(add('d')).rejects.toThrow('Bolt has 4 domains, and its limit `domains` is 4.')
  await setLimit(db, own.organizationId, { name: 'domains', value: 5 }, operator)
  await add('d')
  expect(await count()).toEqual([3, 5])
})
