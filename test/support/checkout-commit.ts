import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The files of a commit, in a folder that exists. */
export function extractCommit(tree: string, commit: string, folder: string): void {
  const archive = execFileSync('git', ['-C', tree, 'archive', commit], { maxBuffer: 1 << 28 })
  execFileSync('tar', ['-C', folder, '-x'], { input: archive })
}

/** A commit in a new folder, with what is installed in this tree linked beside it, so that it can be built. */
export function checkoutCommit(tree: string, commit: string, folder: string): string {
  mkdirSync(folder)
  extractCommit(tree, commit, folder)
  for (const modules of ['node_modules', ...globSync('packages/*/node_modules', { cwd: tree })]) {
    if (existsSync(dirname(join(folder, modules))))
      execFileSync('cp', ['-al', join(tree, modules), join(folder, modules)])
  }
  return folder
}
