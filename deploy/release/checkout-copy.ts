import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** The last commit in a folder of its own, built. What is installed is linked, not copied. */
export function checkoutCopy(tree: string, folder: string): string {
  mkdirSync(folder)
  const archive = execFileSync('git', ['-C', tree, 'archive', 'HEAD'], { maxBuffer: 1 << 28 })
  execFileSync('tar', ['-C', folder, '-x'], { input: archive })
  for (const modules of ['node_modules', ...globSync('packages/*/node_modules', { cwd: tree })]) {
    if (existsSync(join(tree, modules))) execFileSync('cp', ['-al', join(tree, modules), join(folder, modules)])
  }
  return folder
}
