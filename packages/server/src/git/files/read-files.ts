import { Readable } from 'node:stream'
import { GitError } from '../../outbound/git-error.ts'
import { gitEnvironment } from '../git-environment.ts'
import { startGit } from '../run-git.ts'
import type { SourceLimits } from '../source-limits.ts'
import { ByteReader } from './byte-reader.ts'
import type { ListedFile } from './list-files.ts'

export interface SourceFile {
  path: string
  bytes: Buffer
}

export interface ReadRequest {
  repository: string
  files: readonly ListedFile[]
  limits: Pick<SourceLimits, 'gitMemoryBytes'>
  signal: AbortSignal
}

/** The files' bytes as they are in the commit, one at a time and in the order asked for: no filter, no line endings. */
export async function* readFiles({ repository, files, limits, signal }: ReadRequest): AsyncGenerator<SourceFile> {
  const args = ['cat-file', '--batch', '--buffer']
  const { gitMemoryBytes: memoryBytes } = limits
  const environment = gitEnvironment(repository, memoryBytes)
  const git = startGit({ args, environment, fileBytes: 0, memoryBytes, signal })
  Readable.from(requestLines(files)).pipe(git.stdin)
  const output = new ByteReader(git.stdout)
  try {
    for (const file of files) {
      const bytes = await readOne(output, file).catch((cause: unknown) => {
        signal.throwIfAborted()
        throw unreadable(file.path, cause)
      })
      yield { path: file.path, bytes }
    }
    await git.ended
  } finally {
    git.kill()
  }
}

async function readOne(output: ByteReader, { object, size }: ListedFile): Promise<Buffer> {
  const header = await output.readLine()
  if (header !== `${object} blob ${size}`) throw new Error(`git answered "${header}"`)
  const bytes = await output.readExactly(size)
  await output.readExactly(1)
  return bytes
}

function* requestLines(files: readonly ListedFile[]): Generator<string> {
  for (const { object } of files) yield `${object}\n`
}

function unreadable(path: string, cause: unknown): GitError {
  return new GitError(
    'repository_invalid',
    `The file ${path} could not be read from the repository. Run "git fsck" on it and repair what it names.`,
    { cause },
  )
}
