import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Unpacks an archive as an operator would, and gives its files by path. */
export function unpackBundle(archive: Buffer, folder: string): Map<string, Buffer> {
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: archive })
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path)]))
}
