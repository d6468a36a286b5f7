import type { Git } from '../connect-git.ts'
import { isSafeFilePath } from '../files/is-safe-file-path.ts'
import { PushError } from './push-error.ts'

export interface FileChange {
  /** From the top of the repository, with forward slashes. */
  path: string
  /** The whole new content; null deletes the file. */
  content: string | null
}

export interface Signature {
  name: string
  email: string
  at: Date
}

export interface CommitRequest {
  /** All 40 digits of a commit that the repository holds. */
  parent: string
  changes: readonly FileChange[]
  message: string
  /** Author and committer: the same request always makes the same commit. */
  by: Signature
}

type Modes = ReadonlyMap<string, string>

const regular = '100644'
const program = '100755'
const folder = '040000'

// A line for each asked path; 16 MiB hold more paths than one agent job may change.
const modesBytes = 16 * 1024 ** 2

/**
 * Writes a commit without checking anything out and without an index: one fast-import for any number of files, where
 * blobs, tree and commit by single commands would be a process for each file. Files keep their modes.
 */
export async function writeCommit(git: Git, { parent, changes, message, by }: CommitRequest): Promise<string> {
  for (const { path } of changes) {
    if (!isSafeFilePath(path)) throw refuse(path, 'it is no path of a file inside the repository')
  }
  const modes = await readModes(git, parent, changes)
  const deleted = new Set(changes.filter(({ content }) => content === null).map(({ path }) => path))
  for (const { path } of changes) checkPlace(path, modes, deleted)

  const person = `${plain(by.name)} <${plain(by.email)}> ${Math.floor(by.at.getTime() / 1000)} +0000`
  const input = [
    `commit refs/bindery/commit\nmark :1\nauthor ${person}\ncommitter ${person}\n${data(`${printable(message).trim()}\n`)}`,
    `from ${parent}\n`,
    // Deletions first, so that a folder may take the place of a file.
    ...[...deleted].map((path) => `D ${quote(path)}\n`),
    ...changes.flatMap(({ path, content }) =>
      content === null ? [] : [`M ${modes.get(path) ?? regular} inline ${quote(path)}\n${data(content)}`],
    ),
    '\nget-mark :1\ndone\n',
  ]
  return (await git(['fast-import', '--quiet', '--done', '--date-format=raw'], { input })).trim()
}

/** Modes of the changed paths and of every folder above them, as far as they exist in the parent. */
async function readModes(git: Git, parent: string, changes: readonly FileChange[]): Promise<Modes> {
  const paths = [...new Set(changes.flatMap(({ path }) => [...foldersAbove(path), path]))]
  const input = [...paths.map((path) => `ls ${parent} ${quote(path)}\n`), 'done\n']
  const output = await git(['fast-import', '--quiet', '--done'], { input, outputBytes: modesBytes })
  const lines = output.split('\n')
  const found = paths.flatMap((path, index) => {
    const mode = /^\d{6}(?= )/.exec(lines[index] ?? '')?.[0]
    return mode === undefined ? [] : [[path, mode] as const]
  })
  return new Map(found)
}

/** A link or a submodule is never written through and never replaced: what it points at is not ours. */
function checkPlace(path: string, modes: Modes, deleted: ReadonlySet<string>): void {
  const mode = modes.get(path) ?? regular
  if (mode === folder) throw refuse(path, 'a folder has this name')
  if (mode !== regular && mode !== program) throw refuse(path, 'it is a link or a submodule')
  const blocking = foldersAbove(path).find((above) => (modes.get(above) ?? folder) !== folder && !deleted.has(above))
  if (blocking !== undefined) throw refuse(path, `${blocking} is no folder`)
}

function foldersAbove(path: string): string[] {
  const segments = path.split('/')
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'))
}

function quote(path: string): string {
  return `"${path.replaceAll('"', '\\"')}"`
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`
}

function plain(name: string): string {
  return printable(name).replace(/[<>\n]/g, '')
}

function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
  return text.toWellFormed().replace(/[\x00-\x08\x0b-\x1f\x7f]/g, ' ')
}

function refuse(path: string, fault: string): PushError {
  return new PushError(
    'push_refused',
    `The change of ${JSON.stringify(path)} is refused: ${fault}. Start a new agent job.`,
  )
}
