import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GitRepository } from '../../../../../test/security/repositories/git-repository.ts'
import { type GitServer, startGitServer } from '../../../../../test/support/git-server.ts'
import { checkRepositoryUrl } from '../../outbound/check-repository-url.ts'
import { type FetchRequest, fetchSource } from '../fetch/fetch-source.ts'
import { defaultSourceLimits } from '../source-limits.ts'
import { openRelay } from './open-relay.ts'

const signal = new AbortController().signal
const oid = 'a'.repeat(40)

let root: string
let into = 0
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bindery-relay-'))
  const repository = new GitRepository(join(root, 'docs.git'))
  repository.commit(repository.tree(repository.files({ 'docs.json': '{}' })))
})
afterAll(() => rm(root, { recursive: true }))

function request(server: GitServer, changes: Partial<FetchRequest> = {}): FetchRequest {
  return {
    url: `${server.origin}/docs.git`,
    into: join(root, `into-${into++}`),
    policy: { allowedHosts: [server.origin] },
    limits: defaultSourceLimits,
    signal,
    ...changes,
  }
}

const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`
const isPost = ({ method }: IncomingMessage) => method === 'POST'

/** Sends without end, as fast as it is read, until the other side leaves. */
function sendForEver(response: ServerResponse, type: string, begin: string, next: (count: number) => string): void {
  response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${type}` })
  response.write(begin)
  let count = 0
  const pump = () => {
    while (!response.destroyed && response.write(next(count++)));
    if (!response.destroyed) response.once('drain', pump)
  }
  pump()
}

const advertisement = `${line('# service=git-upload-pack\n')}0000`
const refs = (count: number) =>
  Array.from({ length: 500 }, (_, index) => line(`${oid} refs/heads/b${count * 500 + index}\n`)).join('')

test('a list of refs without end is not read to its end, in the first answer or in a later one', async () => {
  await using first = await startGitServer({
    root,
    intercept: (_, response) => {
      const begin = `${advertisement}${line(`${oid} HEAD\0side-band-64k shallow\n`)}`
      sendForEver(response, 'advertisement', begin, refs)
      return true
    },
  })
  await using later = await startGitServer({
    root,
    intercept(incoming, response) {
      if (isPost(incoming)) sendForEver(response, 'result', '', refs)
      return isPost(incoming)
    },
  })
  for (const server of [first, later]) {
    await expect(fetchSource(request(server, { ref: 'main' }))).rejects.toMatchObject({
      code: 'repository_too_large',
      message: expect.stringContaining('branches and tags'),
    })
  }
})

test('asking with a long name, which git compresses, has the same limit', async () => {
  await using server = await startGitServer({
    root,
    intercept(incoming, response) {
      if (isPost(incoming)) sendForEver(response, 'result', '', refs)
      return isPost(incoming)
    },
  })
  const ref = `refs/heads/${'n'.repeat(240)}`
  await expect(fetchSource(request(server, { ref }))).rejects.toThrow('branches and tags')
})

const packFor = (incoming: IncomingMessage, response: ServerResponse): boolean => {
  if (!isPost(incoming)) return false
  incoming.once('data', (body: Buffer) => {
    if (body.includes('command=ls-refs')) {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
      return response.end(`${line(`${oid} refs/heads/main\n`)}0000`)
    }
    // A pack of a million objects, of which the first never ends.
    const head = `${line('packfile\n')}${line('\x01PACK\0\0\0\x02\0\x0f\x42\x40')}`
    return sendForEver(response, 'result', head, () => line(`\x02${'p'.repeat(60_000)}`))
  })
  return true
}

test('a pack without end ends at the limit for repositories, and every byte of it was announced', async () => {
  await using server = await startGitServer({ root, intercept: packFor })
  const limits = { ...defaultSourceLimits, repositoryBytes: 4 * 1024 ** 2 }
  let announced = 0
  const onBytes = async (bytes: number) => {
    announced += bytes
  }
  const fetching = fetchSource(request(server, { ref: 'main', limits, onBytes }))
  await expect(fetching).rejects.toMatchObject({ code: 'repository_too_large' })
  expect(announced).toBeGreaterThan(4 * 1024 ** 2)
  expect(announced).toBeLessThan(6 * 1024 ** 2)
})

test('whoever has no room for more ends the fetch with a reason of its own', async () => {
  await using server = await startGitServer({ root, intercept: packFor })
  const full = Object.assign(new Error('no room'), { code: 'busy' })
  let announced = 0
  const onBytes = async (bytes: number) => {
    announced += bytes
    if (announced > 1024 ** 2) throw full
  }
  await expect(fetchSource(request(server, { ref: 'main', onBytes }))).rejects.toBe(full)
})

test('a host that begins to answer and then sends next to nothing is not waited for', async () => {
  const sayNothing = (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' }).write(advertisement)
    return true
  }
  await using silent = await startGitServer({ root, intercept: () => true })
  await using slow = await startGitServer({ root, intercept: sayNothing })
  for (const server of [silent, slow]) {
    const url = checkRepositoryUrl(`${server.origin}/docs.git`, { allowedHosts: [server.origin] })
    const reach = { policy: { allowedHosts: [server.origin] }, repositoryBytes: 1000, slowMs: 100 }
    await using relay = await openRelay(url, reach, signal)
    const asked = fetch(`${relay.url}/info/refs?service=git-upload-pack`).then((answer) => answer.text())
    await expect(asked).rejects.toThrow()
    expect(relay.failure()).toMatchObject({ code: 'repository_timeout' })
  }
})

test('an answer that unfolds is handed on as it came, and git makes nothing of it', async () => {
  const bomb = gzipSync(`${advertisement}${line(`${oid} HEAD\0shallow\n`)}${refs(1).repeat(1000)}`)
  await using server = await startGitServer({
    root,
    intercept(_, response) {
      const type = { 'content-type': 'application/x-git-upload-pack-advertisement', 'content-encoding': 'gzip' }
      response.writeHead(200, type).end(bomb)
      return true
    },
  })
  await expect(fetchSource(request(server))).rejects.toMatchObject({ code: expect.stringMatching(/^repository_/) })
})

test('others on this machine get nothing of the relay, and git nothing but what fetching and pushing need', async () => {
  await using server = await startGitServer({ root })
  const url = checkRepositoryUrl(`${server.origin}/docs.git`, { allowedHosts: [server.origin] })
  await using relay = await openRelay(url, { policy: { allowedHosts: [] }, repositoryBytes: 1000 }, signal)
  const { origin } = new URL(relay.url)
  const refused = [
    `${origin}/info/refs?service=git-upload-pack`,
    `${origin}/${'0'.repeat(32)}/info/refs?service=git-upload-pack`,
    `${relay.url}/HEAD`,
    `${relay.url}/info/refs?service=git-other`,
    `${relay.url}/info/refs`,
    `${relay.url}/../docs.git/info/refs?service=git-upload-pack`,
  ]
  for (const address of refused) expect((await fetch(address)).status).toBe(404)
  expect(server.requests).toEqual([])
  expect((await fetch(`${relay.url}/info/refs?service=git-upload-pack`)).status).toBe(200)
})

test('an object that unfolds past the memory of git fails the fetch, and says that it is too large', async () => {
  const repository = new GitRepository(join(root, 'bomb.git'))
  const tree = repository.tree(repository.files({ 'docs.json': '{}' }))
  const person = 'Test <test@example.com> 1700000000 +0000'
  const words = Buffer.alloc(150 * 1024 ** 2, 'x')
  const head = Buffer.from(`tree ${tree}\nauthor ${person}\ncommitter ${person}\n\n`)
  repository.point('refs/heads/main', repository.object('commit', Buffer.concat([head, words])))
  await using server = await startGitServer({ root })
  const limits = { ...defaultSourceLimits, gitMemoryBytes: 96 * 1024 ** 2 }
  const fetching = fetchSource(request(server, { url: `${server.origin}/bomb.git`, limits }))
  await expect(fetching).rejects.toMatchObject({ code: 'repository_too_large' })
})
