import { existsSync } from 'node:fs'
import { join } from 'node:path'

const ignoreFiles = ['.mintignore', '.binderyignore']

/** What can never change the site: hidden files, packages, and sites that were built inside the docs folder. */
export function isIgnored(root: string, path: string): boolean {
  if (ignoreFiles.includes(path)) return false
  const names = path.split('/')
  if (names.some((name) => name.startsWith('.') || name === 'node_modules')) return true
  const folders = names.slice(0, -1).map((_, index) => names.slice(0, index + 1).join('/'))
  return folders.some((folder) => folder.endsWith('.building') || existsSync(join(root, folder, '_bindery')))
}
