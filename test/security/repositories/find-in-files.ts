import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The regular files below a folder that hold a text. */
export function findInFiles(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text))
}
