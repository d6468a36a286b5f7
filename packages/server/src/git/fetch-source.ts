import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type CheckedUrl, checkRepositoryUrl } from './check-repository-url.ts'
import { type Connection, connectGit, type Git } from './connect-git.ts'
import { expandCommit, isAbbreviatedCommit } from './expand-commit.ts'
import { explainFailure } from './explain-failure.ts'
import { GitError } from './git-error.ts'
import { listRefCandidates } from './list-ref-candidates.ts'
import { withDeadline } from './with-deadline.ts'

export interface FetchRequest extends Connection {
  /** A branch, a tag or a commit; the host's default branch if absent. */
  ref?: string | undefined
}

export interface FetchedSource {
  repository: string
  /** All 40 digits. */
  commit: string
  /** What the host had: `refs/heads/main`, `refs/tags/v1`, `HEAD` or a commit. */
  ref: string
  /** Of the packs on disk. */
  bytes: number
}

const FETCHED = 'refs/bindery/source'

/** Names of refs of the largest repositories; 100,000 refs are about 8 MB. */
const REMOTE_REFS_BYTES = 32 * 1024 ** 2

/** Fetches one commit without its history. Nothing is checked out: `listFiles` and `readFiles` read the objects. */
export async function fetchSource(request: FetchRequest): Promise<FetchedSource> {
  const { into: repository, ref: wanted, limits } = request
  const url = checkRepositoryUrl(request.url, request.policy)
  const candidates = listRefCandidates(wanted)

  return withDeadline(request.signal, limits.fetchMs, async (signal) => {
    const git = await connectGit(request, url, explainFailure, signal)
    await git(['init', '--quiet', '--bare', '--template='])
    const ref = (await fetchFirst(git, url, candidates)) ?? (await fetchAbbreviated(git, url, wanted))
    if (!ref) throw refNotFound()
    const commit = await readCommit(git)
    return { repository, commit, ref, bytes: await sizeOfPacks(repository) }
  })
}

async function fetchFirst(git: Git, url: CheckedUrl, candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of candidates) {
    const refspec = `+${candidate}:${FETCHED}`
    const fetching = git([
      'fetch',
      '--quiet',
      '--depth=1',
      '--no-tags',
      '--no-write-fetch-head',
      '--',
      url.href,
      refspec,
    ])
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

async function fetchAbbreviated(git: Git, url: CheckedUrl, wanted: string | undefined): Promise<string | undefined> {
  if (!isAbbreviatedCommit(wanted)) return
  const commit = expandCommit(
    wanted,
    await git(['ls-remote', '--quiet', '--', url.href], { outputBytes: REMOTE_REFS_BYTES }),
  )
  return commit && fetchFirst(git, url, [commit])
}

/** A tag may name another tag, or a tree, or a single file. */
async function readCommit(git: Git): Promise<string> {
  const output = await git(['rev-parse', '--verify', '--quiet', `${FETCHED}^{commit}`]).catch((cause: unknown) => {
    throw refNotFound(cause)
  })
  return output.trim()
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
