import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Everything below a folder, a line each: what it is, and for a file its size and when it was last changed. */
export function listTree(folder: string): string {
  // At once and in place: two thirds of the time for a mutant went by waiting for these few files.
  const lines = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const { size, mtimeMs, mode } = lstatSync(join(entry.parentPath, entry.name))
    return `${placeOf(entry, folder)} ${mode.toString(8)}${entry.isDirectory() ? '' : ` ${size} ${mtimeMs}`}`
  })
  return lines.sort().join('\n')
}

/** What a folder holds beside these regular files, or lacks of them. */
export function findStrange(folder: string, files: readonly string[]): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const found = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => `${placeOf(entry, folder)}${entry.isFile() ? '' : ' (no regular file)'}`)
  return [...found.filter((path) => !files.includes(path)), ...files.filter((path) => !found.includes(path))]
}

function placeOf({ parentPath, name }: Dirent, folder: string): string {
  return relative(folder, join(parentPath, name))
}
