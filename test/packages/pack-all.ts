import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packPackages } from '../../deploy/release/pack.ts'

const run = promisify(execFile)
export const tree = fileURLToPath(new URL('../..', import.meta.url))

export interface Packed {
  name: string
  tarball: string
  /** Where the tarball is unpacked. */
  folder: string
  /** By their paths in the package. */
  files: string[]
  bytes: number
  manifest: Manifest
}

export interface Manifest {
  name: string
  version: string
  exports?: Record<string, unknown>
  dependencies?: Record<string, string>
}

/** The packages that are published, packed and unpacked again. */
export async function packAll(folder: string): Promise<Packed[]> {
  return Promise.all(packPackages(tree, folder).map(unpack))
}

async function unpack(tarball: string): Promise<Packed> {
  const folder = tarball.replace(/\.tgz$/, '')
  mkdirSync(folder)
  await run('tar', ['--extract', '--file', tarball, '--directory', folder, '--strip-components=1'])
  const listed = await run('tar', ['--list', '--file', tarball])
  const files = listed.stdout
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith('/'))
    .map((line) => line.replace(/^package\//, ''))
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  return { name: manifest.name, tarball, folder, files, bytes: statSync(tarball).size, manifest }
}
