import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTrapListener, type TrapListener } from '../../../../../test/security/clone-urls/start-trap-listener.ts'
import { buildRepositories, hostileRepositories } from '../../../../../test/security/repositories/build-repositories.ts'
import { type GitServer, startGitServer } from '../../../../../test/support/git-server.ts'
import { GitError } from '../../outbound/git-error.ts'
import { isSafeFilePath } from '../files/is-safe-file-path.ts'
import { listFiles } from '../files/list-files.ts'
import { readFiles } from '../files/read-files.ts'
import { defaultSourceLimits as limits } from '../source-limits.ts'
import { fetchSource } from './fetch-source.ts'

const canary = 'canary-content-of-a-file-outside'
/** Deep enough that a name which climbs still ends in what is watched. */
const work = 'work/a/b/c/d'
const signal = new AbortController().signal

let served: string
let outside: string
let server: GitServer
let trap: TrapListener
let before: string

beforeAll(async () => {
  served = await mkdtemp(join(tmpdir(), 'hostile-served-'))
  outside = await mkdtemp(join(tmpdir(), 'hostile-outside-'))
  for (const folder of ['sentinel', work]) await mkdir(join(outside, folder), { recursive: true })
  await writeFile(join(outside, 'canary.txt'), canary)
  await writeFile(join(outside, 'sentinel', 'kept.txt'), 'kept')
  trap = await startTrapListener()
  buildRepositories(hostileRepositories, served, {
    canaryFile: join(outside, 'canary.txt'),
    sentinel: join(outside, 'sentinel'),
    trapUrl: `http://127.0.0.1:${trap.port}`,
  })
  server = await startGitServer({ root: served })
  before = await fingerprint()
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await trap[Symbol.asyncDispose]()
  await rm(served, { recursive: true })
  await rm(outside, { recursive: true })
})

/** Names, modes and content of all that stands outside; nothing of it may appear, change or vanish. */
async function fingerprint(): Promise<string> {
  const entries = await readdir(outside, { recursive: true, withFileTypes: true })
  const described = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    const content = entry.isFile() ? await readFile(path, 'hex') : ''
    return `${path} ${(await lstat(path)).mode} ${content}`
  })
  return (await Promise.all(described)).toSorted().join('\n')
}

/** Reads the whole source as an export would. */
async function readSource(name: string): Promise<{ paths: string[]; text: string }> {
  const into = join(outside, work, name)
  const policy = { allowedHosts: [server.origin] }
  const { repository, commit } = await fetchSource({
    url: `${server.origin}/${name}.git`,
    into,
    policy,
    limits,
    signal,
  })
  const { files, leftOut } = await listFiles({ repository, commit, folder: '', limits, signal })
  const paths: string[] = []
  let text = JSON.stringify(leftOut)
  for await (const { path, bytes } of readFiles({ repository, files, limits, signal })) {
    paths.push(path)
    text += bytes.toString('latin1')
  }
  return { paths, text }
}

test('there are at least 40, each with a name of its own', () => {
  expect(hostileRepositories.length).toBeGreaterThanOrEqual(40)
  expect(new Set(hostileRepositories.map(({ name }) => name)).size).toBe(hostileRepositories.length)
})

test.each(hostileRepositories)('$name: it must not $mustNot', async ({ name }) => {
  const outcome = await readSource(name).catch((error: unknown) => {
    expect(error).toBeInstanceOf(GitError)
    return error as GitError
  })
  if (outcome instanceof GitError) {
    expect(outcome.code).toMatch(/^(repository_(invalid|too_large)|ref_not_found)$/)
  } else {
    expect(outcome.paths.filter((path) => !isSafeFilePath(path))).toEqual([])
    expect(outcome.text).not.toContain(canary)
  }
  await rm(join(outside, work, name), { recursive: true })
  expect(await fingerprint()).toBe(before)
  expect(trap.connections()).toBe(0)
})
