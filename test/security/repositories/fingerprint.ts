import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { listLivingFiles } from '../list-living-files.ts'

/** Names, modes and content of all in a folder, apart from one folder in it, and whatever left its mark in /tmp. */
export function fingerprint(folder: string, except: string): string {
  const entries = listLivingFiles(folder)
    .filter(({ path }) => !path.startsWith(`${except}/`))
    .map(({ path, isFile }) => `${path} ${lstatSync(path).mode} ${isFile ? readFileSync(path, 'hex') : ''}`)
  const marks = readdirSync(tmpdir()).filter((name) => name.startsWith('owned'))
  return [...entries, ...marks].toSorted().join('\n')
}
