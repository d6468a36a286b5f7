import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copySources } from '../support/copy-sources.ts'

/** The sources as they are now, committed or not, in a folder that goes away with the copy. */
export interface Copy extends AsyncDisposable {
  folder: string
}

export async function makeCopy(tree: string): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-mutants-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await copySources(tree, folder)
    await linkPackages(join(tree, 'node_modules'), join(folder, 'node_modules'))
    // The services that the tests use, and what is built: processes that a test starts run that, and no mutant.
    for (const built of ['.dev', ...listBuilt(tree)]) await symlink(join(tree, built), join(folder, built))
    return { folder, [Symbol.asyncDispose]: remove }
  } catch (error) {
    await remove()
    throw error
  }
}

function listBuilt(tree: string): string[] {
  const folders = readdirSync(join(tree, 'packages')).map((name) => join('packages', name, 'dist'))
  return folders.filter((folder) => existsSync(join(tree, folder)))
}

/** Link by link, since our own packages are links too: to `packages`, and so to those of the copy. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to)
  const names = (await readdir(from)).filter((name) => !name.startsWith('.') && name !== '@bindery')
  await Promise.all(names.map((name) => symlink(join(from, name), join(to, name))))
  await cp(join(from, '@bindery'), join(to, '@bindery'), { recursive: true, verbatimSymlinks: true })
}
