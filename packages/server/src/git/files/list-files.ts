import { GitError } from '../../outbound/git-error.ts'
import { gitEnvironment } from '../git-environment.ts'
import { GitFailure, startGit } from '../run-git.ts'
import type { SourceLimits } from '../source-limits.ts'
import { isSafeFilePath } from './is-safe-file-path.ts'

export interface ListRequest {
  repository: string
  /** All 40 digits, from `fetchSource`. */
  commit: string
  /** The documentation folder, `''` for the whole repository. */
  folder: string
  limits: Pick<SourceLimits, 'entries' | 'fileBytes' | 'sourceBytes' | 'gitMemoryBytes'>
  signal: AbortSignal
}

export interface ListedFile {
  /** Relative to the folder, with forward slashes. */
  path: string
  object: string
  size: number
}

export interface LeftOut {
  /** For people only: shortened, and without control characters. */
  path: string
  reason: 'link' | 'submodule' | 'unsafe_name' | 'too_large'
}

export interface Listing {
  files: ListedFile[]
  leftOut: LeftOut[]
}

// A listing is held in memory: 300,000 files with paths of usual length are 40 MiB, with the longest allowed 320.
const listingBytes = 64 * 1024 ** 2
// A repository may hold a million links; a reader looks at a few.
const leftOutListed = 1_000
const shownCharacters = 200

const recordForm = /^(\d{6}) (\w+) ([0-9a-f]{40}) +(\d+|-)\t(.*)$/s

/** The regular files of a folder of a commit, in git's own order; links, submodules and unsafe names are only reported. */
export async function listFiles(request: ListRequest): Promise<Listing> {
  const { repository, commit, folder, limits, signal } = request
  if (folder !== '' && !isSafeFilePath(folder)) throw folderNotFound()
  // `-t` lists folders too: trees that share empty subtrees unfold to billions without one file, and must count.
  const args = ['ls-tree', '-r', '-t', '-l', '-z', '--full-tree', '--end-of-options', `${commit}:${folder}`]
  const { gitMemoryBytes: memoryBytes } = limits
  const environment = gitEnvironment(repository, memoryBytes)
  const git = startGit({ args, environment, fileBytes: 0, memoryBytes, signal })
  git.stdin.end()

  const listing: Listing = { files: [], leftOut: [] }
  let [entries, listed, bytes] = [0, 0, 0]
  try {
    for await (const record of splitRecords(git.stdout)) {
      entries += 1
      listed += record.length
      bytes += place(record, limits.fileBytes, listing)
      if (entries > limits.entries) throw tooLarge(`names more than ${limits.entries} files and folders`)
      if (listed > listingBytes) throw tooLarge(`has paths of more than ${listingBytes} bytes in all`)
      if (bytes > limits.sourceBytes) throw tooLarge(`unfolds to more than ${limits.sourceBytes} bytes`)
    }
    await git.ended
  } catch (error) {
    throw error instanceof GitFailure ? explain(error) : error
  } finally {
    git.kill()
  }
  return listing
}

/** Puts one record where it belongs and returns the bytes it adds to the source. */
function place(record: string, fileBytes: number, { files, leftOut }: Listing): number {
  const [, mode, type, object = '', digits, path = ''] = recordForm.exec(record) ?? []
  const leave = (reason: LeftOut['reason']) => {
    if (leftOut.length < leftOutListed) leftOut.push({ path: printable(path), reason })
    return 0
  }
  if (type === 'tree') return 0
  if (type === 'commit') return leave('submodule')
  if (mode === '120000') return leave('link')
  if (type !== 'blob' || !isSafeFilePath(path)) return leave('unsafe_name')
  const size = Number(digits)
  if (size > fileBytes) return leave('too_large')
  files.push({ path, object, size })
  return size
}

function printable(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
  const shown = path.slice(0, shownCharacters).replace(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '?')
  // Copied: a part of a text holds all of it in memory.
  const copy = Buffer.from(shown).toString()
  return path.length > shownCharacters ? `${copy}…` : copy
}

function explain(failure: GitFailure): GitError {
  if (/not a tree object|Not a valid object name/i.test(failure.stderr)) return folderNotFound(failure)
  return new GitError(
    'repository_invalid',
    'The files of the repository could not be listed. Run "git fsck" on it and repair what it names.',
    { cause: failure },
  )
}

function folderNotFound(cause?: unknown): GitError {
  return new GitError(
    'docs_folder_not_found',
    "The commit has no folder of the name that the project gives as its documentation folder. Check the project's setting and the ref.",
    { cause },
  )
}

function tooLarge(what: string): GitError {
  return new GitError(
    'repository_too_large',
    `The documentation folder ${what}. Narrow the folder in the project's settings, or ask the operator to raise the limit.`,
  )
}

// A path is at most a few thousand bytes long where files can hold it at all.
const recordBytes = 65_536

/** The records of `git … -z`, each ended by NUL. */
async function* splitRecords(output: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of output) {
    const text = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let start = 0
    for (let end = text.indexOf(0); end !== -1; end = text.indexOf(0, start)) {
      yield text.toString('utf8', start, end)
      start = end + 1
    }
    rest = text.subarray(start)
    if (rest.length > recordBytes) {
      throw new GitError('repository_invalid', 'The repository has a path of more than 64 KiB. Shorten or remove it.')
    }
  }
}
