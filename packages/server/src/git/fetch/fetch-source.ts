import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { checkRepositoryUrl } from '../../outbound/check-repository-url.ts'
import { GitError } from '../../outbound/git-error.ts'
import { type Connection, type Git, withGit } from '../connect-git.ts'
import { remote } from '../git-environment.ts'
import { withDeadline } from '../with-deadline.ts'
import { explainFailure } from './explain-failure.ts'
import { listRefCandidates } from './list-ref-candidates.ts'

export interface FetchRequest extends Connection {
  /** A branch, a tag or a commit; the host's default branch if absent. */
  ref?: string | undefined
}

export interface FetchedSource {
  repository: string
  /** All 40 digits. */
  commit: string
  /** In UTC, to the second; null where the commit names no time that a calendar has. */
  committedAt: string | null
  /** The first line of the commit's message, cut where it is too long for a list. */
  message: string
  /** What the host had: `refs/heads/main`, `refs/tags/v1`, `HEAD` or a commit. */
  ref: string
  /** Of the packs on disk. */
  bytes: number
}

const fetched = 'refs/bindery/source'

const messageColumns = 160

/** More than the host may list. */
const remoteRefsBytes = 32 * 1024 ** 2

/** Fetches one commit without its history. Nothing is checked out: `listFiles` and `readFiles` read the objects. */
export async function fetchSource(request: FetchRequest): Promise<FetchedSource> {
  const { into: repository, ref: desired, limits } = request
  const url = checkRepositoryUrl(request.url, request.policy)
  const candidates = listRefCandidates(desired)

  return withDeadline(request.signal, limits.fetchMs, (signal) =>
    withGit(request, url, { explain: explainFailure, signal }, async (git) => {
      // What was fetched into before is one already: to start git for it takes 20 ms.
      if (!existsSync(join(repository, 'HEAD'))) await git(['init', '--quiet', '--bare', '--template='])
      const ref = (await fetchFirst(git, candidates)) ?? (await fetchAbbreviated(git, desired))
      if (!ref) throw refNotFound()
      return { repository, ...(await readCommit(git)), ref, bytes: await sizeOfPacks(repository) }
    }),
  )
}

async function fetchFirst(git: Git, candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of candidates) {
    const refspec = `+${candidate}:${fetched}`
    const fetching = git(['fetch', '--quiet', '--depth=1', '--no-tags', '--no-write-fetch-head', remote, refspec])
    const found = await fetching.then(
      () => true,
      (error: unknown) => {
        if (isGitError(error, 'ref_not_found')) return false
        throw error
      },
    )
    if (found) return candidate
  }
}

async function fetchAbbreviated(git: Git, desired: string | undefined): Promise<string | undefined> {
  if (!isAbbreviatedCommit(desired)) return
  const listed = await git(['ls-remote', '--quiet', remote], { outputBytes: remoteRefsBytes })
  const commit = expandCommit(desired, listed)
  return commit && fetchFirst(git, [commit])
}

/**
 * A tag may name another tag, or a tree, or a single file. Git cuts the message, so that one of any length is little to read;
 * `show` would walk the trees too.
 */
async function readCommit(git: Git): Promise<Pick<FetchedSource, 'commit' | 'committedAt' | 'message'>> {
  const format = `--format=%H%n%ct%n%<(${messageColumns},trunc)%s`
  const asked = git(['rev-list', '--max-count=1', '--no-commit-header', format, `${fetched}^{commit}`])
  const output = await asked.catch((cause: unknown) => {
    throw refNotFound(cause)
  })
  const [commit = '', seconds = '', ...message] = output.split('\n')
  return {
    commit,
    committedAt: toTime(seconds),
    message: message.join('\n').toWellFormed().replaceAll('\0', '').trim(),
  }
}

// Four digits of a year.
const maxSeconds = Date.UTC(9999, 11, 31) / 1000

/** A commit may state any number of seconds, or none. */
function toTime(seconds: string): string | null {
  if (!/^\d+$/.test(seconds) || Number(seconds) > maxSeconds) return null
  return new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z')
}

async function sizeOfPacks(repository: string): Promise<number> {
  const folder = join(repository, 'objects', 'pack')
  const files = await readdir(folder)
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function isGitError(error: unknown, code: GitError['code']): boolean {
  return error instanceof GitError && error.code === code
}

function refNotFound(cause?: unknown): GitError {
  return new GitError(
    'ref_not_found',
    'The repository has no such branch, tag or commit. Check the ref; give a commit that is no tip with all its 40 digits.',
    { cause },
  )
}

/**
 * The full name of an abbreviated commit, looked for among the tips of branches and tags in the output of `ls-remote`:
 * hosts answer no other question about a part of a name. Nothing if none or more than one fits.
 */
function expandCommit(abbreviation: string, remoteRefs: string): string | undefined {
  const fitting = remoteRefs.split('\n').filter((line) => line.startsWith(abbreviation))
  const commits = new Set(fitting.map((line) => line.slice(0, 40)))
  return commits.size === 1 ? [...commits][0] : undefined
}

function isAbbreviatedCommit(ref: string | undefined): ref is string {
  return ref !== undefined && /^[0-9a-f]{7,39}$/.test(ref)
}
