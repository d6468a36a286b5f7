import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GitRepository } from '../../../../../test/security/repositories/git-repository.ts'
import { type GitServer, type GitServerOptions, startGitServer } from '../../../../../test/support/git-server.ts'
import { defaultSourceLimits } from '../source-limits.ts'
import { type PushRequest, pushChanges } from './push-changes.ts'
import { PushError } from './push-error.ts'

const writable = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n[http]\n\treceivepack = true\n'
const credential = { username: 'writer', secret: 'canary-secret/with+odd=signs' }

let root: string
let server: GitServer
let count = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'push-changes-'))
  server = await startGitServer({ root })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(root, { recursive: true })
})

/** A repository of its own with a page, a program, a link and a submodule. */
function makeRepository() {
  const name = `docs-${count++}.git`
  const repository = new GitRepository(join(root, name))
  repository.write('config', writable)
  const parent = repository.commit(
    repository.tree([
      ...repository.files({ 'docs.json': '{}\n', 'guide/start.mdx': '# Start\n' }),
      { mode: '100755', name: 'build.sh', object: repository.blob('#!/bin/sh\n') },
      { mode: '120000', name: 'link', object: repository.blob('../outside') },
      { mode: '160000', name: 'module', object: 'a'.repeat(40) },
    ]),
  )
  const git = (...args: string[]) => execFileSync('git', ['-C', repository.path, ...args], { encoding: 'utf8' })
  const push = (changes: Partial<PushRequest>, host = server) => pushChanges(request(host, name, parent, changes))
  return { repository, parent, git, push }
}

function request(host: GitServer, name: string, parent: string, changes: Partial<PushRequest>): PushRequest {
  return {
    url: `${host.origin}/${name}`,
    into: join(root, `into-${count++}`),
    policy: { allowedHosts: [host.origin] },
    limits: defaultSourceLimits,
    signal: new AbortController().signal,
    parent,
    branch: 'bindery/1',
    message: 'Describe the start\n\nIn two paragraphs.',
    by: { name: 'Bindery', email: 'bindery@example.com', at: new Date('2026-01-02T03:04:05Z') },
    changes: [{ path: 'guide/start.mdx', content: '# A new start\n' }],
    ...changes,
  }
}

async function failure(pushing: Promise<unknown>): Promise<PushError> {
  const error = await pushing.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(PushError)
  return error as PushError
}

test('one commit on the branch holds exactly the changes, and what was there keeps its mode', async () => {
  const { push, git, parent } = makeRepository()
  const { commit } = await push({
    changes: [
      { path: 'build.sh', content: '#!/bin/sh\nexit 0\n' },
      { path: 'guide/start.mdx', content: null },
      { path: 'new/quoted "page" – ü.mdx', content: 'data 3\nfrom here\n' },
    ],
  })
  expect(git('rev-parse', 'refs/heads/bindery/1').trim()).toBe(commit)
  const person = 'Bindery <bindery@example.com> 1767323045 +0000'
  expect(git('cat-file', 'commit', commit).replace(/^tree .*\n/, '')).toBe(
    `parent ${parent}\nauthor ${person}\ncommitter ${person}\n\nDescribe the start\n\nIn two paragraphs.\n`,
  )
  expect(
    git('ls-tree', '-r', '-z', commit)
      .split('\0')
      .map((line) => line.replace(/ .*\t/, ' ')),
  ).toEqual([
    '100755 build.sh',
    '100644 docs.json',
    '120000 link',
    '160000 module',
    '100644 new/quoted "page" – ü.mdx',
    '',
  ])
  expect(git('show', `${commit}:build.sh`)).toBe('#!/bin/sh\nexit 0\n')
  expect(git('show', `${commit}:new/quoted "page" – ü.mdx`)).toBe('data 3\nfrom here\n')
  expect(git('fsck', '--strict', commit)).toBe('')
})

test('the same request twice makes the same commit and succeeds twice', async () => {
  const { push, git } = makeRepository()
  const first = await push({})
  expect(await push({})).toEqual(first)
  expect(git('rev-list', '--count', 'bindery/1').trim()).toBe('2')
})

test('a later change goes on top of an earlier one, also when the default branch has moved on meanwhile', async () => {
  const { push, git, repository } = makeRepository()
  const { commit: first } = await push({})
  repository.commit(repository.tree(repository.files({ 'docs.json': '{"moved":true}' })))
  const { commit } = await push({ parent: first, changes: [{ path: 'docs.json', content: '{"name":"Docs"}\n' }] })
  expect(git('diff', '--name-only', first, commit).trim()).toBe('docs.json')
  expect(git('rev-parse', `${commit}^`).trim()).toBe(first)
})

test('only what changed is sent, also when no branch stands at the parent any more', async () => {
  const { push, repository } = makeRepository()
  const parent = repository.commit(repository.tree(repository.files({ 'noise.bin': randomBytes(300_000) })))
  const tree = repository.tree(repository.files({ 'docs.json': '{}' }))
  const person = 'Test <test@example.com> 1700000000 +0000'
  const moved = `tree ${tree}\nparent ${parent}\nauthor ${person}\ncommitter ${person}\n\nMoved on\n`
  repository.point('refs/heads/main', repository.object('commit', moved))
  let sent = 0
  const count: GitServerOptions['intercept'] = (request) => {
    request.on('data', (chunk: Buffer) => {
      sent += chunk.length
    })
    return false
  }
  await using host = await startGitServer({ root, intercept: count })
  await push({ parent, changes: [{ path: 'new.mdx', content: '# New' }] }, host)
  expect(sent).toBeLessThan(10_000)
})

test('a file gives way to a folder of its name when the same change deletes it', async () => {
  const { push, git } = makeRepository()
  const { commit } = await push({
    changes: [
      { path: 'docs.json/inner.json', content: '{}' },
      { path: 'docs.json', content: null },
    ],
  })
  expect(git('ls-tree', '-r', '--name-only', commit, 'docs.json').trim()).toBe('docs.json/inner.json')
})

test.each([
  '/etc/passwd',
  '../outside.mdx',
  'guide/../../outside.mdx',
  '.git/hooks/pre-push',
  'guide/.GIT/config',
  'a\nD "docs.json"',
  '',
  'guide',
  'link',
  'link/page.mdx',
  'module',
  'module/page.mdx',
  'docs.json/page.mdx',
])('a change of %j is refused, and nothing is pushed', async (path) => {
  const { push, git } = makeRepository()
  const error = await failure(push({ changes: [{ path, content: 'x' }] }))
  expect(error).toMatchObject({ code: 'push_refused', message: expect.stringContaining(JSON.stringify(path)) })
  expect(git('branch', '--list', 'bindery/*')).toBe('')
})

test('a branch that somebody else has moved is left as it is', async () => {
  const { push, git, repository } = makeRepository()
  const foreign = repository.commit(repository.tree(repository.files({ 'docs.json': '[]' })), 'bindery/1')
  const error = await failure(push({}))
  expect(error).toMatchObject({ code: 'push_refused', message: expect.stringContaining('does not know') })
  expect(git('rev-parse', 'bindery/1').trim()).toBe(foreign)
})

// What the hosts say on the side channel; git adds "pre-receive hook declined" or the like.
test.each([
  ['GitHub', 'error: GH006: Protected branch update failed for refs/heads/x.', 'branch_protected'],
  ['GitLab', 'GitLab: You are not allowed to push code to protected branches on this project.', 'branch_protected'],
  ['Gitea', 'Gitea: Not allowed to push to protected branch x', 'branch_protected'],
  ['a rule of GitHub', 'error: GH013: Repository rule violations found for refs/heads/x.', 'push_refused'],
  ['a hook of their own', 'No commit without a ticket.', 'push_refused'],
])('%s that declines the push ends with its own code', async (_, words, code) => {
  const { push, repository } = makeRepository()
  repository.write('hooks/pre-receive', `#!/bin/sh\necho '${words}' >&2\nexit 1\n`, 0o755)
  expect((await failure(push({}))).code).toBe(code)
})

test.each([
  ['a parent that is not there', { parent: 'b'.repeat(40) }, 'ref_not_found'],
  ['a branch with a colon', { branch: 'a:refs/heads/main' }, 'ref_not_found'],
  ['a host that is not allowed', { policy: { allowedHosts: [] } }, 'repository_refused'],
])('%s is told by its code', async (_, changes: Partial<PushRequest>, code) => {
  expect((await failure(makeRepository().push(changes))).code).toBe(code)
})

test('a repository that is not there, and a host that is not there, are told apart', async () => {
  const missing = request(server, 'missing.git', 'a'.repeat(40), {})
  expect((await failure(pushChanges(missing))).code).toBe('repository_not_found')
  const gone = await startGitServer({ root })
  await gone[Symbol.asyncDispose]()
  expect((await failure(pushChanges(request(gone, 'docs.git', 'a'.repeat(40), {})))).code).toBe(
    'repository_unreachable',
  )
})

test('a credential that is wrong, or may only read, is told as such and stands in no error', async () => {
  const { push } = makeRepository()
  const readOnly: GitServerOptions['intercept'] = ({ url = '', headers }, response) => {
    if (!url.includes('git-receive-pack')) return false
    response.writeHead(403).end(`${headers.authorization} may not write`)
    return true
  }
  await using locked = await startGitServer({ root, credential })
  await using reading = await startGitServer({ root, credential, intercept: readOnly })
  expect((await push({ credential }, locked)).commit).toMatch(/^[0-9a-f]{40}$/)
  const wrong = await failure(push({ credential: { ...credential, secret: 'wrong' } }, locked))
  const weak = await failure(push({ credential }, reading))
  expect([wrong.code, weak.code]).toEqual(['authentication_failed', 'authentication_failed'])
  expect(weak.message).toContain('may write')
  const token = Buffer.from(`${credential.username}:${credential.secret}`).toString('base64')
  const told = [wrong, weak].map((error) => `${error.stack} ${error.cause}`).join()
  expect(told.includes(credential.secret) || told.includes(token)).toBe(false)
})
