import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGitHost } from './git-host.ts'
import { seedRepository } from './seed-repository.ts'

const token = randomBytes(16).toString('hex')
const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost']
let folder = ''
let url = ''
let host: ReturnType<typeof createGitHost>

const git = (...args: string[]) =>
  promisify(execFile)('git', args, { cwd: folder, env: { PATH: process.env.PATH, GIT_TERMINAL_PROMPT: '0' } })
const withToken = (path: string, password = token) => `${url.replace('://', `://anyone:${password}@`)}/${path}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-git-host-'))
  host = createGitHost({ root: join(folder, 'repositories'), token }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const place = { root: join(folder, 'repositories'), url }
  await seedRepository('open/docs', import.meta.dirname, place)
  await seedRepository('private/docs', import.meta.dirname, place)
})

afterAll(async () => {
  host.close()
  await rm(folder, { recursive: true })
})

test('anyone reads an open repository', async () => {
  await git('clone', '--quiet', `${url}/open/docs.git`, 'anonymous')
  expect((await git('-C', 'anonymous', 'ls-files')).stdout).toContain('git-host.ts')
})

test('a private repository wants the token', async () => {
  await expect(git('ls-remote', `${url}/private/docs.git`)).rejects.toThrow('could not read Username')
  await expect(git('ls-remote', withToken('private/docs.git', 'wrong'))).rejects.toThrow('Authentication failed')
  expect((await git('ls-remote', withToken('private/docs.git'))).stdout).toContain('refs/heads/main')
})

test('a push of megabytes arrives whole with the token and is refused without', async () => {
  await git('clone', '--quiet', `${url}/open/docs.git`, 'writer')
  await writeFile(join(folder, 'writer/large'), randomBytes(1_500_000))
  await git('-C', 'writer', 'add', 'large')
  await git('-C', 'writer', ...identity, 'commit', '--quiet', '--message', 'Large')
  await expect(git('-C', 'writer', 'push', `${url}/open/docs.git`, 'main')).rejects.toThrow('could not read Username')
  await git('-C', 'writer', 'push', '--quiet', withToken('open/docs.git'), 'main')
  const { stdout: head } = await git('-C', 'writer', 'rev-parse', 'HEAD')
  expect((await git('ls-remote', `${url}/open/docs.git`, 'main')).stdout).toContain(head.trim())
})

test('a commit is fetched by its id, as from public hosts', async () => {
  const { stdout } = await git('ls-remote', `${url}/open/docs.git`, 'main')
  const commit = stdout.slice(0, 40)
  await git('init', '--quiet', 'by-id')
  await git('-C', 'by-id', '-c', 'protocol.version=0', 'fetch', '--quiet', '--depth=1', `${url}/open/docs.git`, commit)
  expect((await git('-C', 'by-id', 'rev-parse', 'FETCH_HEAD')).stdout.trim()).toBe(commit)
})

test('a compressed request is understood, as git sends when it asks for much', async () => {
  const answer = await fetch(`${url}/open/docs.git/git-upload-pack`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-git-upload-pack-request',
      'content-encoding': 'gzip',
      'git-protocol': 'version=2',
    },
    body: gzipSync('0014command=ls-refs\n0000'),
  })
  expect(await answer.text()).toContain('refs/heads/main')
})

test.each([
  '/',
  '/open/missing.git/info/refs?service=git-upload-pack',
  '/open/docs.git/HEAD',
  '/open/docs.git/objects/info/packs',
])('%s is not served', async (path) => {
  expect((await fetch(`${url}${path}`)).status).toBe(404)
})
