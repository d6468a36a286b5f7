import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GitRepository } from '../../../../../test/security/repositories/git-repository.ts'
import { type GitServer, startGitServer } from '../../../../../test/support/git-server.ts'
import { defaultSourceLimits } from '../source-limits.ts'
import { fetchHistory, type HistoryRequest } from './fetch-history.ts'

const signal = new AbortController().signal

let root: string
let server: GitServer
let isClosed = false
let commit: string
let number = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'fetch-history-'))
  const repository = new GitRepository(join(root, 'docs.git'))
  repository.write(
    'config',
    '[core]\n\trepositoryformatversion = 0\n\tbare = true\n[uploadpack]\n\tallowFilter = true\n',
  )
  const commitOf = (text: string, parent?: string) =>
    repository.object(
      'commit',
      `tree ${repository.tree(repository.files({ 'a.mdx': text }))}\n${parent ? `parent ${parent}\n` : ''}author T <t@example.com> 1700000000 +0000\ncommitter T <t@example.com> 1700000000 +0000\n\nChange\n`,
    )
  commit = commitOf('second', commitOf('first'))
  repository.point('refs/heads/main', commit)
  server = await startGitServer({
    root,
    intercept: (_, response) => isClosed && Boolean(response.writeHead(503).end()),
  })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(root, { recursive: true })
})

function request(changes: Partial<HistoryRequest> = {}): HistoryRequest {
  return {
    url: `${server.origin}/docs.git`,
    commit,
    into: join(root, `into-${number++}`),
    policy: { allowedHosts: [server.origin] },
    limits: defaultSourceLimits,
    signal,
    ...changes,
  }
}

const listTypes = (repository: string) => {
  const args = ['--git-dir', repository, 'cat-file', '--batch-all-objects', '--batch-check=%(objecttype)']
  return execFileSync('git', args, { encoding: 'utf8' }).trim().split('\n').sort()
}

test('commits and trees come, and no file', async () => {
  const fetched = request()
  await fetchHistory(fetched)
  expect(listTypes(fetched.into)).toEqual(['commit', 'commit', 'tree', 'tree'])
})

test('a history past the limit, or from a host that does not answer, is refused with its reason', async () => {
  const limits = { ...defaultSourceLimits, repositoryBytes: 100 }
  await expect(fetchHistory(request({ limits }))).rejects.toMatchObject({ code: 'repository_too_large' })
  isClosed = true
  await expect(fetchHistory(request())).rejects.toMatchObject({ code: 'repository_unreachable' })
  await expect(fetchHistory(request({ url: 'http://169.254.169.254/a' }))).rejects.toMatchObject({
    code: 'repository_refused',
  })
})
