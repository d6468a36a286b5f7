import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Copies the sources as they are now, committed or not, without what was built or installed. */
export async function copySources(tree: string, folder: string): Promise<void> {
  for (const file of listSources(tree)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await cp(join(tree, file), join(folder, file), { verbatimSymlinks: true })
  }
}

function listSources(tree: string): string[] {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', listed, { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 26 })
  return files.split('\0').filter((file) => file !== '' && existsSync(join(tree, file)))
}
