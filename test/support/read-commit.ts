import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

const tree = resolve(import.meta.dirname, '../..')

/** By which samples are chosen: another commit, another sample. */
export function readCommit(): string {
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: tree, encoding: 'utf8' }).trim()
}
