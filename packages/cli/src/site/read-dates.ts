import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type FileDates, listChanges, listCommits, readDays } from '@bindery/site'

type Git = (args: readonly string[], input?: string) => Promise<string>

/** When the files of a docs folder were last changed, as the repository around it says; read once. */
export function createDateReader(root: string): () => Promise<FileDates> {
  let reading: Promise<FileDates> | undefined
  return () => {
    reading ??= readDates(root).catch(() => ({
      days: {},
      failure: 'the docs folder is in no git repository with a commit',
    }))
    return reading
  }
}

async function readDates(root: string): Promise<FileDates> {
  const git = openGit(root)
  const folder = (await git(['rev-parse', '--show-prefix'])).trim().replace(/\/$/, '')
  const listed = (await git(listCommits('HEAD'))).split('\n')
  // Of a commit without its parents nobody knows what it changed.
  const cut = new Set(await readShallow(root, git))
  const commits = listed.filter((commit) => commit !== '' && !cut.has(commit))
  if (commits.length === 0) return { days: {}, failure: 'the repository was cloned without its history' }
  const changes = await git(listChanges(folder), `${commits.join('\n')}\n`)
  return { days: Object.fromEntries(readDays(changes, folder)) }
}

async function readShallow(root: string, git: Git): Promise<string[]> {
  const path = (await git(['rev-parse', '--git-path', 'shallow'])).trim()
  const commits = await readFile(resolve(root, path), 'utf8').catch(() => '')
  return commits.split('\n')
}

// 5,000 commits that change 300 files each, and the time that a service gives them.
const mostBytes = 64 * 1024 ** 2
const timeout = 60_000

/** Reads only: nothing is fetched that a partial clone lacks. */
function openGit(cwd: string): Git {
  const env = { ...process.env, LC_ALL: 'C', GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0' }
  const options = { cwd, env, maxBuffer: mostBytes, timeout }
  return (args, input = '') =>
    new Promise((done, fail) => {
      const child = execFile('git', args, options, (error, stdout) => (error ? fail(error) : done(stdout)))
      // One that ends before it has read everything says so by its exit code.
      child.stdin?.on('error', () => {})
      child.stdin?.end(input)
    })
}
