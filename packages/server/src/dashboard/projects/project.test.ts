import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GitRepository } from '../../../../../test/security/repositories/git-repository.ts'
import { type GitServer, startGitServer } from '../../../../../test/support/git-server.ts'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import type { Browser, Shown } from '../../../testing/dashboard/browser.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'
import { listDomains } from '../../core/domains/list-domains.ts'
import { listProjects } from '../../core/projects/list-projects.ts'
import { showProject } from '../../core/projects/show-project.ts'
import { migrateEngine } from '../../engine/migrate-engine.ts'

const secretToken = 'canary-token'
let root: string
let git: GitServer
let dashboard: TestDashboard
let organization: string
let admin: Browser
let home: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'project-page-'))
  const repository = new GitRepository(join(root, 'docs.git'))
  repository.commit(repository.tree(repository.files({ 'docs/docs.json': '{}' })))
  git = await startGitServer({ root, credential: { username: 'x-access-token', secret: secretToken } })
  dashboard = await startTestDashboard({ git: { allowedHosts: [git.origin] } })
  const { db, url } = dashboard.database
  await migrateEngine(url)
  organization = await plantOrganization(db)
  const person = await plantPerson(db, { memberships: { [organization]: 'admin' } })
  admin = await dashboard.openBrowser(person.id)
  home = (await connect({})).path
})

afterAll(async () => {
  await dashboard[Symbol.asyncDispose]()
  await git[Symbol.asyncDispose]()
  await rm(root, { recursive: true })
})

const list = () => `/dashboard/${organization}/projects`
const idOf = (path: string) => path.split('/').at(-1) ?? ''
const shown = () => showProject(dashboard.database.db, organization, idOf(home))
const send = (action: string, fields: Record<string, string> = {}) => admin.submit(home, `${home}/${action}`, fields)

function connect(given: Record<string, string>): Promise<Shown> {
  const fields = { name: 'Handbook', repository: `${git.origin}/docs.git`, branch: 'main', docsPath: 'docs' }
  const form = { ...fields, domain: 'docs.example.com', gitHost: 'gitea', token: secretToken, ...given }
  return admin.submit(`${list()}/new`, `${list()}/new`, form)
}

test('a repository is connected with domain and token, and the token is seen nowhere again', async () => {
  const page = await admin.get(home)
  expect(page.text).toContain('docs.example.com')
  expect(page.text).toContain(`data-copy="${idOf(home)}"`)
  expect(await shown()).toMatchObject({ name: 'Handbook', docsPath: 'docs', gitHost: 'gitea', hasCredential: true })
  for (const text of [page.text, ...dashboard.logged]) expect(text).not.toContain(secretToken)
})

test('a form that is refused comes back filled in, but for its secret, and leaves nothing behind', async () => {
  const page = await connect({ name: 'Second', token: 'canary-second', untested: 'on' })
  expect(page.status).toBe(422)
  expect(page.text).toContain('docs.example.com belongs to a project already')
  expect(page.text).toContain('value="Second"')
  expect(page.text).not.toContain('canary-second')
  expect((await connect({ name: ' ', domain: 'b.example.com' })).text).toContain('Give the project a name')
  expect((await connect({ repository: 'https://10.0.0.1/x', domain: 'b.example.com' })).text).toContain('is refused')
  expect(await listProjects(dashboard.database.db, organization)).toHaveLength(1)
})

test('a repository that does not work is not connected: the form says why, and can be sent all the same', async () => {
  const missing = { name: 'Missing', repository: `${git.origin}/missing.git`, domain: 'missing.example.com' }
  const refused = await connect(missing)
  expect(refused.status).toBe(422)
  expect(refused.text).toMatch(/is not connected.*The connection does not work yet.*knows no such repository/s)
  expect(refused.text).toContain('value="Missing"')
  expect(await listProjects(dashboard.database.db, organization)).toHaveLength(1)
  const forced = await connect({ ...missing, untested: 'on' })
  expect(forced.text).toContain('Missing is connected without a test.')
  expect(forced.text).not.toContain('is there')
  await admin.submit(forced.path, `${forced.path}/delete`)
})

test('one that works is connected with what was found in it', async () => {
  const page = await connect({ name: 'Second', domain: 'second.example.com' })
  expect(page.text).toContain('Second is connected. docs/docs.json is there, with 0 pages.')
  expect(page.text).toContain('Agent jobs cannot open pull requests yet')
  await admin.submit(page.path, `${page.path}/delete`)
})

test('the connection is tested for real, with the stored token', async () => {
  const works = await send('test')
  expect(works.text).toContain('Exports work. Agent jobs cannot open pull requests yet')
  expect(works.text).toContain('docs/docs.json is there, with 0 pages.')
  await send('credential', { kind: 'token', token: 'wrong' })
  const refused = await send('test')
  expect(refused.text).toContain('does not work yet')
  expect(refused.text).toContain('The git host refused access.')
})

test('settings are changed, and a refusal stands at its own form', async () => {
  const { name, repository, branch } = await shown()
  const fields = { name, repository, branch, docsPath: '/site/', gitHost: 'gitlab', apiUrl: '' }
  expect((await send('settings', fields)).text).toContain('The settings are saved.')
  expect(await shown()).toMatchObject({ docsPath: 'site', gitHost: 'gitlab', apiUrl: null })
  const refused = await send('settings', { ...fields, branch: 'a..b', name: 'Renamed' })
  expect(refused.status).toBe(422)
  expect(refused.text).toMatch(/General<\/h2>[\s\S]*not a legal name[\s\S]*value="Renamed"/)
  expect((await admin.get(`${home}/credential/remove`)).path).toBe(`${home}/credential`)
})

test('another git host takes the credential away and says so', async () => {
  expect(await shown()).toMatchObject({ hasCredential: true })
  const { name, repository, branch } = await shown()
  const elsewhere = { name, branch, gitHost: 'auto', repository: 'https://github.com/acme/docs' }
  expect((await send('settings', elsewhere)).text).toContain('set one for this host')
  expect(await shown()).toMatchObject({ hasCredential: false })
  await send('settings', { ...elsewhere, repository })
})

test('domains come and go', async () => {
  await send('domains', { domain: 'Second.example.com' })
  expect((await send('domains', { domain: 'no domain' })).status).toBe(422)
  await send('domains/remove', { domain: 'docs.example.com' })
  const domains = await listDomains(dashboard.database.db, organization)
  expect(domains.map(({ name }) => name)).toEqual(['second.example.com'])
  expect((await send('domains/remove', { domain: 'docs.example.com' })).status).toBe(404)
})

test('credential, model and rules about secrets are set, and removed again', async () => {
  await send('credential', { kind: 'token', token: secretToken, username: 'reader' })
  expect(await shown()).toMatchObject({ hasCredential: true })
  const app = { kind: 'github-app', appId: '1', installationId: '2', privateKey: 'canary-pem' }
  const refused = await send('credential', app)
  expect(refused.text).toContain('The private key cannot be read')
  expect(refused.text).not.toContain('canary-pem')
  await send('credential/remove')
  expect(await shown()).toMatchObject({ hasCredential: false })

  await send('model', { provider: 'anthropic', model: 'm-1', modelKey: 'canary-model' })
  expect(await shown()).toMatchObject({ model: { provider: 'anthropic', model: 'm-1' }, hasModelKey: true })
  expect((await admin.get(`${home}/model`)).text).not.toContain('canary-model')
  expect((await send('model', { provider: 'openai-compatible', model: 'm' })).text).toContain('Give its base URL')
  await send('model/remove')
  expect(await shown()).toMatchObject({ model: null, hasModelKey: false })

  await send('secrets', { found: 'fail', exceptions: 'a.mdx:github_token\r\n*:npm_token\r\n' })
  expect(await shown()).toMatchObject({
    secretsFound: 'fail',
    secretExceptions: ['a.mdx:github_token', '*:npm_token'],
  })
  expect((await send('secrets', { found: 'warn', exceptions: 'nonsense' })).text).toContain('is no exception')
})

test('what no database could keep is refused, not tripped over', async () => {
  expect((await admin.get(`${list()}/%00`)).status).toBe(404)
  expect((await connect({ name: 'a\0b', domain: 'c.example.com' })).status).toBe(422)
  expect((await send('secrets', { found: 'warn', exceptions: 'a\0.mdx:npm_token' })).status).toBe(422)
})

test('viewers read everything and are offered nothing to change', async () => {
  const person = await plantPerson(dashboard.database.db, { memberships: { [organization]: 'viewer' } })
  const viewer = await dashboard.openBrowser(person.id)
  for (const part of ['', '/settings', '/domains', '/credential', '/model', '/secrets']) {
    const { text, status } = await viewer.get(home + part)
    expect([part, status]).toEqual([part, 200])
    if (part === '' || part === '/settings') expect(text).toContain(`${git.origin}/docs.git`)
    expect(text.match(/action="[^"]*\/projects\/[^"]*"/)).toBeNull()
  }
  expect((await viewer.submit(home, `${home}/delete`)).status).toBe(403)
})

test('a project of another organization is not there, and nothing reaches it', async () => {
  const { db } = dashboard.database
  const other = await plantOrganization(db, 'Other')
  const stranger = await dashboard.openBrowser((await plantPerson(db, { memberships: { [other]: 'admin' } })).id)
  const path = `/dashboard/${other}/projects/${idOf(home)}`
  const before = await shown()
  expect((await stranger.get(path)).status).toBe(404)
  const forms: Record<string, Record<string, string>> = {
    test: {},
    settings: { name: 'x', repository: 'https://github.com/a/b' },
    domains: { domain: 'c.example.com' },
    'domains/remove': { domain: 'second.example.com' },
    credential: { kind: 'token', token: 'x' },
    'credential/remove': {},
    model: { provider: 'openai', model: 'm' },
    'model/remove': {},
    secrets: { found: 'warn' },
    delete: {},
  }
  for (const [action, fields] of Object.entries(forms)) {
    const answer = await stranger.submit(`/dashboard/${other}/projects`, `${path}/${action}`, fields)
    expect([action, answer.status]).toEqual([action, 404])
  }
  expect(await shown()).toEqual(before)
})

test('deleting names what goes, and then it is gone', async () => {
  expect((await admin.get(`${home}/settings`)).text).toMatch(/Handbook<\/strong> will be deleted with 1 domain/)
  const page = await send('delete')
  expect(page.path).toBe(list())
  expect(page.text).toContain('Handbook is deleted.')
  expect((await admin.get(home)).status).toBe(404)
})
