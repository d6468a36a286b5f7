import { execFile } from 'node:child_process'
import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { oldRelease } from '../in-flight/build-image.ts'
import { type HostProcess, startHost } from '../start-host.ts'

const execute = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')

/** The host as 0.1.0 had it, from its own sources, in `folder`. */
export async function startOldHost(folder: string, settings: object): Promise<HostProcess> {
  const source = join(folder, 'source')
  const modules = join(source, 'node_modules')
  await mkdir(join(modules, '@bindery'), { recursive: true })
  const script = 'git -C "$0" archive "$1" packages/host packages/bundle | tar --extract --directory "$2"'
  await execute('bash', ['-ec', script, root, oldRelease.commit, source])
  for (const name of ['host', 'bundle']) await symlink(join(source, 'packages', name), join(modules, '@bindery', name))
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== '@bindery') await symlink(join(root, 'node_modules', name), join(modules, name))
  }
  const command = ['--conditions=bindery-source', join(source, 'packages/host/src/main.ts')]
  return await startHost(folder, settings, { command })
}
