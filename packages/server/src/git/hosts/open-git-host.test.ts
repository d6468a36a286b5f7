import { expect, test } from 'vitest'
import { type RecordedAnswer, startRecordedHost } from '../../../testing/git/hosts/start-recorded-host.ts'
import type { GitHostKind, PullRequest } from './git-host.ts'
import { HostError } from './host-error.ts'
import { type GitHostSettings, openGitHost } from './open-git-host.ts'

const token = 'canary-token/with+odd=signs'

const request: PullRequest = {
  branch: 'bindery/1',
  into: 'main',
  title: 'Describe the region flag',
  body: 'Two pages.',
}

// Cut down to the members that matter, as the hosts' public API descriptions name them.
const githubPull = { number: 7, state: 'open', html_url: 'https://github.com/acme/docs/pull/7', draft: false }
const gitlabMergeRequest = {
  id: 9001,
  iid: 7,
  state: 'opened',
  web_url: 'https://gitlab.com/acme/docs/site/-/merge_requests/7',
  source_project_id: 3,
  target_project_id: 3,
}
const giteaPull = {
  number: 7,
  state: 'open',
  html_url: 'https://git.example.com/acme/docs/pulls/7',
  base: { ref: 'main', repo_id: 3 },
  head: { ref: 'bindery/1', repo_id: 3 },
}

async function converse(kind: GitHostKind, answers: RecordedAnswer[], changes: Partial<GitHostSettings> = {}) {
  await using host = await startRecordedHost(answers)
  const path = kind === 'gitlab' ? 'acme/docs/site' : 'acme/docs'
  const settings: GitHostSettings = {
    kind,
    apiUrl: null,
    repository: `${host.origin}/${path}.git`,
    credential: { secret: token },
    policy: { allowedHosts: [host.origin] },
    ...changes,
  }
  const outcome = await openGitHost(settings)
    .findOrCreatePullRequest(request, AbortSignal.timeout(10_000))
    .catch((error: unknown) => error)
  return { outcome, requests: host.requests, asked: host.requests.map(({ method, url }) => `${method} ${url}`) }
}

async function checkAccess(kind: GitHostKind, answer: RecordedAnswer): Promise<unknown> {
  await using host = await startRecordedHost([answer])
  const git = openGitHost({
    kind,
    apiUrl: null,
    repository: `${host.origin}/acme/docs.git`,
    credential: { secret: token },
    policy: { allowedHosts: [host.origin] },
  })
  return await git.checkAccess(AbortSignal.timeout(10_000)).catch((error: unknown) => error)
}

async function failure(kind: GitHostKind, answers: RecordedAnswer[], changes: Partial<GitHostSettings> = {}) {
  const { outcome, asked } = await converse(kind, answers, changes)
  expect(outcome).toBeInstanceOf(HostError)
  const { code, message, stack, cause } = outcome as HostError
  expect(`${message} ${stack} ${cause}`).not.toContain(token)
  return { code, message, asked }
}

const hosts = [
  {
    kind: 'github' as const,
    pull: githubPull,
    authorization: `Bearer ${token}`,
    find: 'GET /api/v3/repos/acme/docs/pulls?state=open&head=acme%3Abindery%2F1&per_page=1',
    create: 'POST /api/v3/repos/acme/docs/pulls',
    sent: { head: 'bindery/1', base: 'main', title: request.title, body: request.body },
    exists: {
      status: 422,
      body: {
        message: 'Validation Failed',
        errors: [
          {
            resource: 'PullRequest',
            code: 'custom',
            message: 'A pull request already exists for acme:bindery/1.',
          },
        ],
      },
    },
  },
  {
    kind: 'gitlab' as const,
    pull: gitlabMergeRequest,
    authorization: `Bearer ${token}`,
    find: 'GET /api/v4/projects/acme%2Fdocs%2Fsite/merge_requests?state=opened&source_branch=bindery%2F1&per_page=100',
    create: 'POST /api/v4/projects/acme%2Fdocs%2Fsite/merge_requests',
    sent: {
      source_branch: 'bindery/1',
      target_branch: 'main',
      title: request.title,
      description: request.body,
    },
    exists: {
      status: 409,
      body: { message: ['Another open merge request already exists for this source branch: !7'] },
    },
  },
  {
    kind: 'gitea' as const,
    pull: giteaPull,
    authorization: `token ${token}`,
    find: 'GET /api/v1/repos/acme/docs/pulls?state=open&limit=50&page=1',
    create: 'POST /api/v1/repos/acme/docs/pulls',
    sent: { head: 'bindery/1', base: 'main', title: request.title, body: request.body },
    exists: { status: 409, body: { message: 'pull request already exists for these targets' } },
  },
]

test.each(hosts)('$kind: a branch without one gets a pull request', async ({ kind, pull, ...expected }) => {
  const { outcome, requests, asked } = await converse(kind, [
    { status: 200, body: [] },
    { status: 201, body: pull },
    { status: 200, body: [pull] },
  ])
  expect(outcome).toEqual({ number: 7, url: 'html_url' in pull ? pull.html_url : pull.web_url })
  // Gitea is asked once more, whether another was made at the same time.
  expect(asked).toEqual([expected.find, expected.create, ...(kind === 'gitea' ? [expected.find] : [])])
  expect(new Set(requests.map(({ headers }) => headers.authorization))).toEqual(new Set([expected.authorization]))
  expect(requests[1]?.body).toEqual(expected.sent)
})

test.each(hosts)(
  '$kind: the open pull request of the branch is found, and none is made',
  async ({ kind, pull, find }) => {
    const { outcome, asked } = await converse(kind, [{ status: 200, body: [pull] }])
    expect(outcome).toMatchObject({ number: 7 })
    expect(asked).toEqual([find])
  },
)

test.each(hosts)('$kind: one that was made meanwhile is found after all', async ({ kind, pull, exists }) => {
  const { outcome, asked } = await converse(kind, [{ status: 200, body: [] }, exists, { status: 200, body: [pull] }])
  expect(outcome).toMatchObject({ number: 7 })
  expect(asked).toHaveLength(3)
})

test.each([
  ['gitlab' as const, { ...gitlabMergeRequest, iid: 6, source_project_id: 99 }, gitlabMergeRequest],
  ['gitea' as const, { ...giteaPull, number: 6, head: { ref: 'bindery/1', repo_id: 99 } }, giteaPull],
])("%s: a fork's branch of the same name is not taken for ours", async (kind, foreign, own) => {
  const { outcome } = await converse(kind, [{ status: 200, body: [foreign, own] }])
  expect(outcome).toMatchObject({ number: 7 })
})

test('gitea: all open pull requests are walked through', async () => {
  const others = Array.from({ length: 50 }, (_, i) => ({
    ...giteaPull,
    number: 100 + i,
    head: { ref: `b${i}`, repo_id: 3 },
  }))
  const { outcome, asked } = await converse('gitea', [
    { status: 200, body: others },
    { status: 200, body: [giteaPull] },
  ])
  expect(outcome).toMatchObject({ number: 7 })
  expect(asked[1]).toContain('page=2')
})

test.each([
  ['a revoked token', { status: 401, body: { message: 'Bad credentials' } }, 'authentication_failed'],
  ['a token that may not', { status: 403, body: { message: 'Resource not accessible' } }, 'authentication_failed'],
  [
    'too many requests',
    { status: 403, body: { message: 'rate limit' }, headers: { 'x-ratelimit-remaining': '0' } },
    'repository_unreachable',
  ],
  ['a host in trouble', { status: 502, body: '<html>Bad gateway</html>' }, 'repository_unreachable'],
  ['a repository that is gone', { status: 404, body: { message: 'Not Found' } }, 'repository_not_found'],
  ['a redirect', { status: 301, body: {}, headers: { location: 'http://127.0.0.1:9/' } }, 'repository_not_found'],
  ['a page instead of an answer', { status: 200, body: '<html>Welcome</html>' }, 'git_host_unusable'],
  ['an answer of another shape', { status: 200, body: [{ number: '7' }] }, 'git_host_unusable'],
  [
    'a link that is no web page',
    { status: 200, body: [{ ...githubPull, html_url: 'javascript:alert(1)' }] },
    'git_host_unusable',
  ],
  ['an endless answer', { status: 200, body: '['.padEnd(9 * 1024 ** 2) }, 'git_host_unusable'],
])('%s ends with its own code', async (_, answer, code) => {
  expect(await failure('github', [answer])).toMatchObject({ code, asked: [expect.any(String)] })
})

test('a refusal is told in the words of the host, without the token', async () => {
  const said = `No commits between main and bindery/1, ${token}, ${encodeURIComponent(token)}`
  const { code, message } = await failure('github', [
    { status: 200, body: [] },
    { status: 422, body: { message: 'Validation Failed', errors: [{ message: said }] } },
  ])
  expect(code).toBe('pull_request_failed')
  expect(message).toContain('Validation Failed: No commits between main and bindery/1, [secret], [secret]')
})

test.each(hosts.flatMap(({ kind }) => [400, 409, 422].map((status) => ({ kind, status }))))(
  '$kind: a check of access that is refused with $status claims no push',
  async ({ kind, status }) => {
    const refused = await checkAccess(kind, { status, body: { message: `Pull requests are off, ${token}` } })
    expect(refused).toMatchObject({ name: 'HostError', code: 'git_host_unusable' })
    const { message } = refused as HostError
    expect(message).toMatch(/Pull requests are off, \[secret\].*Nothing was pushed/)
    expect(message).not.toMatch(/are pushed|is pushed/)
  },
)

test('a host that is not allowed is never asked', async () => {
  const { code, asked } = await failure('github', [], { policy: { allowedHosts: [] } })
  expect({ code, asked }).toEqual({ code: 'git_host_unusable', asked: [] })
})

test('a host that has gone is told as such', async () => {
  const origin = 'http://127.0.0.1:1'
  const { code } = await failure('github', [], { repository: `${origin}/a/b`, policy: { allowedHosts: [origin] } })
  expect(code).toBe('repository_unreachable')
})

test("a caller's abort comes back as his own reason", async () => {
  await using host = await startRecordedHost([])
  const github = openGitHost({
    kind: 'github',
    apiUrl: null,
    repository: `${host.origin}/acme/docs`,
    credential: { secret: token },
    policy: { allowedHosts: [host.origin] },
  })
  const signal = AbortSignal.abort(new Error('cancelled by test'))
  await expect(github.findOrCreatePullRequest(request, signal)).rejects.toThrow('cancelled by test')
})

test('without a credential there is nothing to open one with', () => {
  const open = () =>
    openGitHost({ kind: null, apiUrl: null, repository: 'https://github.com/a/b', policy: { allowedHosts: [] } })
  expect(open).toThrow(/Set the project's credential/)
})
