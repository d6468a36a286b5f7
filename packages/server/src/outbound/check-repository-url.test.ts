import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTrapListener, type TrapListener } from '../../../../test/security/clone-urls/start-trap-listener.ts'
import { listHostileUrls, listRedirectTargets } from '../../../../test/security/clone-urls/urls.ts'
import { startGitServer } from '../../../../test/support/git-server.ts'
import { fetchSource } from '../git/fetch/fetch-source.ts'
import { defaultSourceLimits } from '../git/source-limits.ts'
import { checkRepositoryUrl } from './check-repository-url.ts'

let trap: TrapListener
let folder: string
beforeAll(async () => {
  trap = await startTrapListener()
  folder = await mkdtemp(join(tmpdir(), 'clone-urls-'))
})
afterAll(async () => {
  await trap[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const closed = { allowedHosts: [] }

test.each([
  ['https://github.com/owner/repository', 'https://github.com/owner/repository'],
  ['https://GitHub.com/Owner/Repository.git/', 'https://github.com/Owner/Repository.git/'],
  ['https://gitlab.com:443/group/sub-group/project.git', 'https://gitlab.com/group/sub-group/project.git'],
  ['https://dev.azure.com/org/My%20Project/_git/docs', 'https://dev.azure.com/org/My%20Project/_git/docs'],
  ['https://git.sr.ht/~user/docs', 'https://git.sr.ht/~user/docs'],
  ['https://93.184.215.14/docs.git', 'https://93.184.215.14/docs.git'],
  ['https://xn--bcher-kva.example.com/docs.git', 'https://xn--bcher-kva.example.com/docs.git'],
])('%s is accepted', (url, href) => {
  expect(checkRepositoryUrl(url, closed)).toMatchObject({ href, protocol: 'https', port: 443, allowListed: false })
})

test("an operator's entry opens its own scheme, host and port and nothing beside", () => {
  const policy = { allowedHosts: ['git.internal', '127.0.0.1:8419', 'http://[::1]:8420'] }
  const accepts = (url: string) => {
    try {
      return checkRepositoryUrl(url, policy).allowListed || 'as a public host'
    } catch {
      return false
    }
  }
  expect(['https://git.internal/a', 'https://127.0.0.1:8419/a', 'http://[::1]:8420/a'].map(accepts)).toEqual([
    true,
    true,
    true,
  ])
  const beside = [
    'http://git.internal/a',
    'https://git.internal:8443/a',
    'http://127.0.0.1:8419/a',
    'https://127.0.0.1/a',
  ]
  expect(beside.map(accepts)).toEqual([false, false, false, false])
  expect(['https://[::1]:8420/a', 'https://a.git.internal/a', 'https://2130706433:8419/a'].map(accepts)).toEqual([
    false,
    false,
    false,
  ])
})

test('a public host is asked by https and at its usual port only', () => {
  for (const origin of ['http://github.com', 'http://github.com:443']) {
    expect(() => checkRepositoryUrl(`${origin}/a/b`, closed), origin).toThrow(/does not use https/)
  }
  for (const origin of ['https://github.com:8443', 'https://github.com:80', 'https://8.8.8.8:22']) {
    expect(() => checkRepositoryUrl(`${origin}/a/b`, closed), origin).toThrow(/names a port/)
  }
})

test('a name of a local network is refused by its form', () => {
  for (const host of ['localhost', 'wiki', 'git.internal', 'git.corp', 'printer.local', 'a.b.lan', '1.in-addr.arpa']) {
    expect(() => checkRepositoryUrl(`https://${host}/a/b`, closed), host).toThrow(/name of a local network/)
  }
})

test.each(['', 'ftp://host', 'https://host/path', 'user@host', 'a b', '*.example.com'])(
  'the entry "%s" is refused with advice',
  (entry) => {
    expect(() => checkRepositoryUrl('https://github.com/a/b', { allowedHosts: [entry] })).toThrow(/Write it as/)
  },
)

test('more than 200 hostile URLs are all refused and connect to nothing', async () => {
  const urls = listHostileUrls(trap.port)
  expect(new Set(urls.map(({ url }) => url)).size).toBe(urls.length)
  expect(urls.length).toBeGreaterThanOrEqual(200)
  const outcomes = await Promise.all(
    urls.map(async ({ url, resolvesTo = ['127.0.0.1'] }) => {
      const lookup = async () => resolvesTo
      const error = await fetchHostile(url, closed.allowedHosts, lookup)
      return error === 'repository_refused' ? [] : [[url, error]]
    }),
  )
  expect(outcomes.flat()).toEqual([])
  expect(trap.connections()).toBe(0)
})

test('an allowed host that redirects leads nowhere', async () => {
  for (const target of listRedirectTargets(trap.port)) {
    await using redirecting = await startGitServer({
      root: folder,
      intercept: (_, response) => {
        response.writeHead(301, { Location: target }).end()
        return true
      },
    })
    expect(await fetchHostile(`${redirecting.origin}/a/b.git`, [redirecting.origin])).toBe('repository_refused')
    expect(redirecting.requests).toHaveLength(1)
  }
  expect(trap.connections()).toBe(0)
})

async function fetchHostile(url: string, allowedHosts: readonly string[], lookup?: () => Promise<readonly string[]>) {
  const fetching = fetchSource({
    url,
    into: join(folder, 'into'),
    policy: { allowedHosts },
    limits: { ...defaultSourceLimits, fetchMs: 5_000 },
    signal: new AbortController().signal,
    lookup,
  })
  return fetching.then(
    () => 'fetched',
    (error: { code?: string }) => error.code ?? String(error),
  )
}
