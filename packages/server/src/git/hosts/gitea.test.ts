import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askGitea, createGiteaRepository, type Gitea, runningGitea } from '../../../../../deploy/local/seed-gitea.ts'
import { fetchSource } from '../fetch/fetch-source.ts'
import { type PushRequest, pushChanges } from '../push/push-changes.ts'
import { defaultSourceLimits } from '../source-limits.ts'
import { type GitHostSettings, openGitHost } from './open-git-host.ts'

// The real one that `npm run services` starts: what it answers is not of our making.
const site = fileURLToPath(new URL('../../../../site/fixtures/components', import.meta.url))
const branch = 'bindery/1'
const pullRequest = { branch, into: 'main', title: 'Describe the start', body: '### Changed files\n- `new.mdx`' }

let gitea: Gitea
let root: string
const names: string[] = []

beforeAll(async () => {
  gitea = runningGitea()
  root = await mkdtemp(join(tmpdir(), 'gitea-'))
})

afterAll(async () => {
  for (const name of names) await askGitea(gitea, `/repos/${gitea.owner}/${name}`, { method: 'DELETE' })
  await rm(root, { recursive: true })
})

async function makeRepository() {
  const name = `test-${randomBytes(6).toString('hex')}`
  names.push(name)
  const { url, commit } = await createGiteaRepository(gitea, name, site, { isPrivate: true })
  const shared = { policy: { allowedHosts: [gitea.url] }, credential: { secret: gitea.token } }
  const push = (changes: Partial<PushRequest> = {}) =>
    pushChanges({
      ...shared,
      url,
      into: join(root, randomBytes(6).toString('hex')),
      limits: defaultSourceLimits,
      signal: AbortSignal.timeout(60_000),
      parent: commit,
      branch,
      message: 'Describe the start',
      by: { name: 'Bindery', email: 'bindery@example.com', at: new Date('2026-01-02T03:04:05Z') },
      changes: [{ path: 'new.mdx', content: '# New\n' }],
      ...changes,
    })
  const open = (changes: Partial<GitHostSettings> = {}, wanted = pullRequest) =>
    openGitHost({ ...shared, kind: 'gitea', apiUrl: null, repository: url, ...changes }).findOrCreatePullRequest(
      wanted,
      AbortSignal.timeout(60_000),
    )
  const ask = <Answer>(path: string, options?: { method: string; body?: object }) =>
    askGitea<Answer>(gitea, `/repos/${gitea.owner}/${name}${path}`, options)
  return { name, url, commit, shared, push, open, ask }
}

test('a private repository: pushed, opened, found again, and a later commit is in the same pull request', async () => {
  const { url, push, open, ask, commit, shared } = await makeRepository()
  const first = await push()
  expect(await push()).toEqual(first)
  const opened = await open()
  expect(opened).toEqual({ number: 1, url: expect.stringMatching(/\/pulls\/1$/) })

  const second = await push({ parent: first.commit, changes: [{ path: 'later.mdx', content: '# Later\n' }] })
  expect(await open()).toEqual(opened)
  const fetched = await fetchSource({
    ...shared,
    url,
    ref: branch,
    into: join(root, 'fetched'),
    limits: defaultSourceLimits,
    signal: AbortSignal.timeout(60_000),
  })
  expect(fetched.commit).toBe(second.commit)

  expect(await ask('/pulls?state=all')).toHaveLength(1)
  expect(await ask('/pulls/1')).toMatchObject({
    title: pullRequest.title,
    body: pullRequest.body,
    base: { ref: 'main', sha: commit },
    head: { ref: branch },
  })
  const files = await ask<{ filename: string }[]>('/pulls/1/files')
  expect(files?.map(({ filename }) => filename).toSorted()).toEqual(['later.mdx', 'new.mdx'])
})

test('several attempts at once leave one pull request open, and agree on it', async () => {
  const { push, open, ask } = await makeRepository()
  await push()
  const numbers = await Promise.all(Array.from({ length: 4 }, async () => (await open()).number))
  expect(new Set(numbers)).toEqual(new Set([1]))
  expect(await ask('/pulls?state=open')).toHaveLength(1)
})

test('a closed pull request is left closed, and a new one is opened', async () => {
  const { push, open, ask } = await makeRepository()
  await push()
  await open()
  await ask('/pulls/1', { method: 'PATCH', body: { state: 'closed' } })
  expect((await open()).number).toBe(2)
})

test('a protected branch, an archived repository and one that is gone: each has its code', async () => {
  const { push, ask } = await makeRepository()
  await ask('/branch_protections', { method: 'POST', body: { rule_name: 'bindery/**', enable_push: false } })
  await expect(push()).rejects.toMatchObject({ name: 'PushError', code: 'branch_protected' })
  await ask('', { method: 'PATCH', body: { archived: true } })
  await expect(push({ branch: 'other' })).rejects.toMatchObject({ code: 'authentication_failed' })
  await ask('', { method: 'DELETE' })
  await expect(push()).rejects.toMatchObject({ code: 'repository_not_found' })
})

test('a token that is wrong, or may only read, is told as such', async () => {
  const { name, push, open } = await makeRepository()
  const wrong = { secret: 'f'.repeat(40) }
  await expect(push({ credential: wrong })).rejects.toMatchObject({ code: 'authentication_failed' })
  await expect(open({ credential: wrong })).rejects.toMatchObject({ name: 'HostError', code: 'authentication_failed' })

  const reading = { secret: await makeReader(name) }
  const refused = { code: 'authentication_failed', message: expect.stringContaining('may write') }
  await expect(push({ credential: reading })).rejects.toMatchObject(refused)
})

/** A token of another user, who may read the repository and no more. */
async function makeReader(repository: string): Promise<string> {
  const [username, password] = [`reader-${randomBytes(6).toString('hex')}`, randomBytes(12).toString('hex')]
  const user = { username, password, email: `${username}@localhost.invalid`, must_change_password: false }
  await askGitea(gitea, '/admin/users', { method: 'POST', body: user })
  const path = `/repos/${gitea.owner}/${repository}/collaborators/${username}`
  await askGitea(gitea, path, { method: 'PUT', body: { permission: 'read' } })
  const answer = await fetch(`${gitea.url}/api/v1/users/${username}/tokens`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'test', scopes: ['write:repository'] }),
  })
  return ((await answer.json()) as { sha1: string }).sha1
}

test('a branch that nobody pushed, and one that nobody has, are told apart from a repository that is not there', async () => {
  const { push, open } = await makeRepository()
  await expect(open()).rejects.toMatchObject({ code: 'pull_request_failed' })
  await push()
  await expect(open({}, { ...pullRequest, into: 'nowhere' })).rejects.toMatchObject({ code: 'pull_request_failed' })
  const elsewhere = `${gitea.url}/${gitea.owner}/nothing.git`
  await expect(open({ repository: elsewhere })).rejects.toMatchObject({ code: 'repository_not_found' })
})
