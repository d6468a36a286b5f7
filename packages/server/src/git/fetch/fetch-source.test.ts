import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GitRepository } from '../../../../../test/security/repositories/git-repository.ts'
import { type GitServer, startGitServer } from '../../../../../test/support/git-server.ts'
import { GitError } from '../../outbound/git-error.ts'
import { defaultSourceLimits } from '../source-limits.ts'
import { type FetchRequest, fetchSource } from './fetch-source.ts'

const secretText = 'canary-secret/with+odd=signs'
const credential = { username: 'reader', secret: secretText }

let root: string
let open: GitServer
let locked: GitServer
let main: string
let older: string
let tagged: string
let into = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'fetch-source-'))
  const repository = new GitRepository(join(root, 'docs.git'))
  older = repository.commit(repository.tree(repository.files({ 'docs.json': '{"old":true}' })), 'older')
  tagged = repository.commit(repository.tree(repository.files({ 'docs.json': '{"tagged":true}' })), 'temporary')
  repository.point('refs/tags/main', older)
  repository.point('refs/tags/light', tagged)
  const tag = (object: string, type: string) =>
    repository.object(
      'tag',
      `object ${object}\ntype ${type}\ntag v1\ntagger T <t@example.com> 1700000000 +0000\n\nv1\n`,
    )
  repository.point('refs/tags/v1.0', tag(tagged, 'commit'))
  repository.point('refs/tags/a-file', tag(repository.blob('text'), 'blob'))
  main = repository.commit(repository.tree(repository.files({ 'docs.json': '{}', 'guide/start.mdx': '# Start' })))
  new GitRepository(join(root, 'empty.git'))
  open = await startGitServer({ root })
  locked = await startGitServer({ root, credential })
})

afterAll(async () => {
  await open[Symbol.asyncDispose]()
  await locked[Symbol.asyncDispose]()
  await rm(root, { recursive: true })
})

function request(changes: Partial<FetchRequest> = {}): FetchRequest {
  return {
    url: `${open.origin}/docs.git`,
    into: join(root, `into-${into++}`),
    policy: { allowedHosts: [open.origin, locked.origin] },
    limits: defaultSourceLimits,
    signal: new AbortController().signal,
    ...changes,
  }
}

async function failure(changes: Partial<FetchRequest>): Promise<GitError> {
  const error = await fetchSource(request(changes)).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(GitError)
  return error as GitError
}

test.each([
  ['no ref: the default branch', undefined, () => main, 'HEAD'],
  ['a branch, even where a tag has its name', 'main', () => main, 'refs/heads/main'],
  ['a light tag', 'light', () => tagged, 'refs/tags/light'],
  ['an annotated tag, peeled to its commit', 'v1.0', () => tagged, 'refs/tags/v1.0'],
  ['a whole ref', 'refs/heads/older', () => older, 'refs/heads/older'],
])('%s is resolved to its commit', async (_, ref, commit, found) => {
  const source = await fetchSource(request({ ref }))
  expect(source).toMatchObject({ commit: commit(), ref: found })
  expect(source.bytes).toBeGreaterThan(0)
})

test.each([
  ['1700000000', '2023-11-14T22:13:20Z'],
  ['0', '1970-01-01T00:00:00Z'],
  ['99999999999999999', null],
])('a commit of the second "%s" has the time %s', async (seconds, committedAt) => {
  const repository = new GitRepository(join(root, 'times.git'))
  const tree = repository.tree(repository.files({ 'docs.json': '{}' }))
  const person = `T <t@example.com> ${seconds} +0200`
  repository.point(
    'refs/heads/main',
    repository.object('commit', `tree ${tree}\nauthor ${person}\ncommitter ${person}\n\nx\n`),
  )
  expect(await fetchSource(request({ url: `${open.origin}/times.git` }))).toMatchObject({ committedAt, message: 'x' })
})

test('a full commit and an abbreviated tip are resolved', async () => {
  expect((await fetchSource(request({ ref: older }))).commit).toBe(older)
  expect((await fetchSource(request({ ref: older.slice(0, 9) }))).commit).toBe(older)
})

test('the first line of the message comes with the commit, cut where it is long', async () => {
  expect((await fetchSource(request())).message).toBe('A commit')
  const repository = new GitRepository(join(root, 'wordy.git'))
  const person = 'Test <test@example.com> 1700000000 +0000'
  const tree = repository.tree(repository.files({ 'docs.json': '{}' }))
  const words = `${'long '.repeat(200_000)}\n\nThe rest.`
  const commit = repository.object('commit', `tree ${tree}\nauthor ${person}\ncommitter ${person}\n\n${words}`)
  repository.point('refs/heads/main', commit)
  const { message } = await fetchSource(request({ url: `${open.origin}/wordy.git` }))
  expect(message).toMatch(/^long long .*\.\.$/)
  expect(message.length).toBeLessThanOrEqual(160)
})

test('nothing is checked out and no hook or template is left in the repository', async () => {
  const { repository } = await fetchSource(request())
  expect((await readdir(repository)).toSorted()).toEqual(['HEAD', 'config', 'objects', 'refs', 'shallow'])
})

test('into a repository that has an earlier commit only what is new is fetched', async () => {
  const repository = new GitRepository(join(root, 'growing.git'))
  const picture = randomBytes(200_000).toString('base64')
  const commit = (page: string) =>
    repository.commit(repository.tree(repository.files({ 'picture.txt': picture, 'page.mdx': page })), 'main')
  const url = `${open.origin}/growing.git`
  const folder = join(root, 'grown')
  commit('# One')
  const first = await fetchSource(request({ url, into: folder }))
  const newer = commit('# Two')
  const second = await fetchSource(request({ url, into: folder }))
  expect(second.commit).toBe(newer)
  expect(first.bytes).toBeGreaterThan(200_000)
  expect(second.bytes - first.bytes).toBeLessThan(3_000)
})

test.each([
  ['a branch that is not there', { ref: 'nowhere' }, 'ref_not_found'],
  ['a commit that is not there', { ref: 'a'.repeat(40) }, 'ref_not_found'],
  ['an abbreviation that fits nothing', { ref: 'abcdef012' }, 'ref_not_found'],
  ['a tag of a single file', { ref: 'a-file' }, 'ref_not_found'],
  ['an option instead of a ref', { ref: '--upload-pack=touch' }, 'ref_not_found'],
  ['a repository without commits', { path: 'empty.git' }, 'ref_not_found'],
  ['a repository that is not there', { path: 'missing.git' }, 'repository_not_found'],
])(
  '%s fails with its own code',
  async (_, { path = 'docs.git', ...changes }: { path?: string; ref?: string }, code) => {
    expect((await failure({ url: `${open.origin}/${path}`, ...changes })).code).toBe(code)
  },
)

test('a private repository is fetched with its credential, and refused without or with a wrong one', async () => {
  const url = `${locked.origin}/docs.git`
  expect((await fetchSource(request({ url, credential }))).commit).toBe(main)
  expect((await failure({ url })).code).toBe('repository_auth_failed')
  expect((await failure({ url, credential: { ...credential, secret: 'wrong' } })).code).toBe('repository_auth_failed')
})

test('the credential stands in no file of the repository and in no URL', async () => {
  const { repository } = await fetchSource(request({ url: `${locked.origin}/docs.git`, credential }))
  const files = await readdir(repository, { recursive: true, withFileTypes: true })
  const texts = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
  )
  const token = Buffer.from(`reader:${secretText}`).toString('base64')
  expect([...texts, ...locked.requests].filter((text) => text.includes(secretText) || text.includes(token))).toEqual([])
})

test('a host that echoes the credential gets it into no error', async () => {
  const token = Buffer.from(`reader:${secretText}`).toString('base64')
  await using echo = await startGitServer({
    root,
    intercept: ({ headers }, response) => {
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end(`You sent ${headers.authorization} ${secretText}\n`)
      return true
    },
  })
  const policy = { allowedHosts: [echo.origin] }
  const error = await failure({ url: `${echo.origin}/docs.git`, credential, policy })
  expect(error.code).toBe('repository_unreachable')
  const told = `${error.message} ${error.stack} ${error.cause}`
  expect(told).toContain('500')
  expect(told).not.toContain(secretText)
  expect(told).not.toContain(token)
})

test('a redirect is not followed', async () => {
  await using redirecting = await startGitServer({
    root,
    intercept: ({ url = '' }, response) => {
      response.writeHead(302, { Location: `${locked.origin}${url}` }).end()
      return true
    },
  })
  const before = locked.requests.length
  const policy = { allowedHosts: [redirecting.origin, locked.origin] }
  const error = await failure({ url: `${redirecting.origin}/docs.git`, credential, policy })
  expect(error.code).toBe('repository_refused')
  expect(locked.requests.length).toBe(before)
})

test('a repository past the limit is cut off while it is fetched', async () => {
  const repository = new GitRepository(join(root, 'large.git'))
  const noise = randomBytes(300_000)
  repository.commit(repository.tree(repository.files({ 'noise.bin': noise })))
  const limits = { ...defaultSourceLimits, repositoryBytes: 65_536 }
  expect((await failure({ url: `${open.origin}/large.git`, limits })).code).toBe('repository_too_large')
})

test('a host that never answers ends with a timeout', async () => {
  await using silent = await startGitServer({ root, intercept: () => true })
  const limits = { ...defaultSourceLimits, fetchMs: 300 }
  const policy = { allowedHosts: [silent.origin] }
  expect((await failure({ url: `${silent.origin}/docs.git`, limits, policy })).code).toBe('repository_timeout')
})

test("a caller's abort ends git and its helpers, and comes back as his own reason", async () => {
  const caller = new AbortController()
  const closed = Promise.withResolvers<void>()
  await using silent = await startGitServer({
    root,
    intercept: ({ socket }) => {
      socket.once('close', () => closed.resolve())
      caller.abort(new Error('cancelled by test'))
      return true
    },
  })
  const policy = { allowedHosts: [silent.origin] }
  const fetching = fetchSource(request({ url: `${silent.origin}/docs.git`, policy, signal: caller.signal }))
  await expect(fetching).rejects.toThrow('cancelled by test')
  await closed.promise
})

test('the connection goes to the address that was judged, whatever a resolver says later', async () => {
  const url = `http://docs.example.com:${open.port}/docs.git`
  const policy = { allowedHosts: [`http://docs.example.com:${open.port}`] }
  const source = await fetchSource(request({ url, policy, lookup: async () => ['127.0.0.1'] }))
  expect(source.commit).toBe(main)
})

test('a host that offers files instead of the protocol, and other hosts beside, is asked nothing more', async () => {
  await using plain = await startGitServer({
    root,
    intercept: ({ url = '' }, response) => {
      const body = url.includes('alternates') ? `${locked.origin}/docs.git/objects\n` : `${main}\trefs/heads/main\n`
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end(body)
      return true
    },
  })
  const before = locked.requests.length
  const error = await failure({
    url: `${plain.origin}/docs.git`,
    ref: 'main',
    policy: { allowedHosts: [plain.origin] },
  })
  expect(error.code).toBe('repository_not_found')
  expect(plain.requests.filter((line) => !line.includes('/info/refs') && !line.includes('/HEAD'))).toEqual([])
  expect(locked.requests.length).toBe(before)
})

test('a host with a private certificate is trusted only with its authority', async () => {
  const [key, cert] = [join(root, 'key.pem'), join(root, 'cert.pem')]
  const subject = ['-subj', '/CN=test', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  })
  await using secure = await startGitServer({
    root,
    tls: { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') },
  })
  const url = `${secure.origin}/docs.git`
  const policy = { allowedHosts: [`127.0.0.1:${secure.port}`] }
  expect((await fetchSource(request({ url, policy, caFile: cert }))).commit).toBe(main)
  const error = await failure({ url, policy })
  expect(error).toMatchObject({ code: 'repository_unreachable', message: expect.stringContaining('certificate') })
})

test('a proxy is asked for a host that only it can find, and its password stays out of errors', async () => {
  const policy = { allowedHosts: ['http://docs.example.com'] }
  const lookup = () => Promise.reject(new Error('ENOTFOUND'))
  const proxied = (server: GitServer) => ({
    policy,
    lookup,
    proxyUrl: `http://us:${secretText.slice(0, 13)}@127.0.0.1:${server.port}`,
  })
  const before = open.requests.length
  expect((await fetchSource(request({ url: 'http://docs.example.com/docs.git', ...proxied(open) }))).commit).toBe(main)
  expect(open.requests[before]).toContain('GET http://docs.example.com/docs.git/info/refs')
  const error = await failure({ url: 'http://docs.example.com/docs.git', ...proxied(locked) })
  expect(`${error.message} ${error.cause}`).not.toContain(secretText.slice(0, 13))
})

test('a host that needs no proxy is fetched from directly', async () => {
  const reach = { proxyUrl: 'http://127.0.0.1:1', policy: { allowedHosts: [open.origin] } }
  const url = `${open.origin}/docs.git`
  expect((await fetchSource(request({ url, ...reach, noProxy: 'other.example.com, 127.0.0.1' }))).commit).toBe(main)
  expect(await failure({ url, ...reach, noProxy: '10.0.0.1' })).toMatchObject({ code: 'repository_unreachable' })
})
