import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { askGitea, createGiteaRepository, runningGitea } from '../../../../../deploy/local/seed-gitea.ts'
import { GitRepository } from '../../../../../test/security/repositories/git-repository.ts'
import { type GitServer, startGitServer } from '../../../../../test/support/git-server.ts'
import { plantOrganization } from '../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { smallSite } from '../../../testing/sites.ts'
import { operatorScope } from '../access/scope.ts'
import { operator } from '../audit/record-audit.ts'
import { setCredential } from '../credentials/set-credential.ts'
import { defaultLimits } from '../limits/limits.ts'
import { createProject } from './create-project.ts'
import { canExport, canPublish, testConnection, testRepository } from './test-connection.ts'
import { updateProject } from './update-project.ts'

const credentials = { current: randomBytes(32), previous: [] }
const token = { username: 'reader', secret: 'canary-token' }
let root: string
let database: TestDatabase
let locked: GitServer
let silent: GitServer
let organizationId: string
let projectId: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'test-connection-'))
  await mkdir(join(root, 'scratch'))
  vi.stubEnv('TMPDIR', join(root, 'scratch'))
  const repository = new GitRepository(join(root, 'docs.git'))
  repository.commit(repository.tree(repository.files({ 'site/docs.json': '{}', 'site/a.mdx': '# A' })))
  const lean = new GitRepository(join(root, 'lean.git'))
  lean.write('config', '[core]\n\trepositoryformatversion = 0\n\tbare = true\n[uploadpack]\n\tallowFilter = true\n')
  const lost = lean.blob('a file that the server could not send')
  lean.commit(lean.tree([{ mode: '100644', name: 'docs.json', object: lost }]))
  await rm(join(root, 'lean.git', 'objects', lost.slice(0, 2)), { recursive: true })
  locked = await startGitServer({ root, credential: token })
  silent = await startGitServer({ root, intercept: () => true })
  database = await createTestDatabase()
  organizationId = await plantOrganization(database.db)
  const request = { organizationId, name: 'Docs', repository: `${locked.origin}/docs.git`, branch: 'main' }
  projectId = (await createProject(database.db, { ...request, docsPath: 'site' }, operator, policy(), defaultLimits)).id
})

afterAll(async () => {
  await locked[Symbol.asyncDispose]()
  await silent[Symbol.asyncDispose]()
  await database.close()
  vi.unstubAllEnvs()
  await rm(root, { recursive: true })
})

const policy = () => ({ allowedHosts: [locked.origin, silent.origin] })
const tryIt = async (timeoutMs?: number) => {
  const deps = { db: database.db, credentials, reach: { policy: policy() }, ...(timeoutMs && { timeoutMs }) }
  return (await testConnection(deps, { projectId, organizationId })).map(({ outcome, sentence }) => [outcome, sentence])
}
const change = (given: Parameters<typeof updateProject>[3]) =>
  updateProject(database.db, operatorScope, projectId, given, operator, policy())

test('without its credential a locked repository says so, and the rest is not looked at', async () => {
  expect(await tryIt()).toEqual([
    ['failed', expect.stringMatching(/refused access. Set the project's credential/)],
    ...Array(4).fill(['not checked', expect.anything()]),
  ])
})

test('with it, branch and docs.json are found, and nothing stays on the disk', async () => {
  await setCredential(database.db, operatorScope, { projectId, credential: token }, operator, credentials)
  expect(await tryIt()).toEqual([
    ['found', expect.any(String)],
    ['found', expect.stringMatching(/^main is at commit [0-9a-f]{12}\.$/)],
    ['found', 'site/docs.json is there, with 1 page.'],
    // Its git host lets nobody push, and has no API.
    ['failed', expect.stringMatching(/refused the push\. Check that the project's credential/)],
    ['failed', expect.stringMatching(/Set the project's git host/)],
  ])
  expect(await readdir(join(root, 'scratch'))).toEqual([])
})

test('of a host that can leave the files out none is asked for', async () => {
  await change({ repository: `${locked.origin}/lean.git`, docsPath: '' })
  expect((await tryIt())[2]).toEqual(['found', 'docs.json is there, with 0 pages.'])
  await change({ repository: `${locked.origin}/docs.git` })
})

test('a credential that was sealed with a lost key is named as the cause', async () => {
  const deps = { db: database.db, credentials: { current: randomBytes(32), previous: [] }, reach: { policy: policy() } }
  const [first] = await testConnection(deps, { projectId, organizationId })
  expect(first).toMatchObject({ outcome: 'failed', sentence: expect.stringMatching(/cannot be opened here/) })
})

test('a branch that is not there, and a folder without docs.json, are named', async () => {
  await change({ docsPath: 'other' })
  expect((await tryIt())[2]).toEqual(['failed', expect.stringMatching(/no docs\.json in the folder other/)])
  await change({ branch: 'trunk' })
  expect((await tryIt())[1]).toEqual(['failed', expect.stringMatching(/no branch or tag trunk/)])
  await change({ repository: `${locked.origin}/nothing.git`, branch: 'main' })
  expect((await tryIt())[0]).toEqual(['failed', expect.stringMatching(/knows no such repository/)])
})

test('a host that never answers is given up in time', async () => {
  await change({ repository: `${silent.origin}/docs.git` })
  expect((await tryIt(1_000))[0]).toEqual(['failed', expect.stringMatching(/within 1 s/)])
})

test('of a real git host the rights to push and to open pull requests are known, and nothing is left there', async () => {
  const gitea = runningGitea()
  const name = `connection-${randomBytes(4).toString('hex')}`
  const { url } = await createGiteaRepository(gitea, name, smallSite)
  const source = { repository: url, branch: 'main', docsPath: '', gitHost: 'gitea', apiUrl: null } as const
  const reach = { policy: { allowedHosts: [gitea.url] } }
  const tryAs = async (secret: string | undefined) => {
    const credential = secret === undefined ? undefined : { secret }
    return testRepository({ reach }, { ...source, readCredential: async () => credential })
  }
  try {
    const all = await tryAs(gitea.token)
    expect(all.map(({ outcome }) => outcome)).toEqual(['found', 'found', 'found', 'allowed', 'allowed'])
    expect([canExport(all), canPublish(all)]).toEqual([true, true])
    const open = await tryAs(undefined)
    expect(open.map(({ outcome }) => outcome)).toEqual(['found', 'found', 'found', 'not set up', 'not set up'])
    expect([canExport(open), canPublish(open)]).toEqual([true, false])
    expect(await askGitea<unknown[]>(gitea, `/repos/${gitea.owner}/${name}/branches`)).toHaveLength(1)
  } finally {
    await askGitea(gitea, `/repos/${gitea.owner}/${name}`, { method: 'DELETE' })
  }
})

test('another organization has no such project', async () => {
  const deps = { db: database.db, credentials, reach: { policy: policy() } }
  const wrong = { projectId, organizationId: 'org_0000000000000000' }
  await expect(testConnection(deps, wrong)).rejects.toMatchObject({ code: 'project_not_found' })
})
