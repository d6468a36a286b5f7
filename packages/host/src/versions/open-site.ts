import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import {
  type CheckedManifest,
  createMoves,
  describeFile,
  type FileFacts,
  type Moves,
  mediaTypeOf,
  readMoves,
  type ServedFile,
  type SiteFacts,
} from '@bindery/bundle'
import { HostError } from '../ops/host-error.ts'

/** One version of a site. It never changes, so that a request which began with it can end with it. */
export interface Site {
  folder: string
  /** What the manifest says of it; a folder that no bundle came from has none. */
  facts: (SiteFacts & { manifestSha256: string }) | undefined
  files: ReadonlyMap<string, ServedFile>
  moves: Moves
  /** Of its files. */
  bytes: number
}

/**
 * A bundle that was extracted and checked: the manifest decides what is served, and as what. What is known of the files of
 * the site before is taken over.
 */
export function openSite(folder: string, checked: CheckedManifest, before?: Site): Promise<Site> {
  const { manifest, manifestSha256 } = checked
  return open(folder, manifest.files, { ...manifest.site, manifestSha256 }, before)
}

/** Any folder, as `bindery build` makes it. It is taken as it is now. */
export async function openFolder(folder: string): Promise<Site> {
  const files: FileFacts[] = []
  for (const path of await listFiles(folder)) {
    const bytes = await readFile(join(folder, path))
    files.push({ path, size: bytes.length, sha256: hash('sha256', bytes), type: mediaTypeOf(path) })
  }
  return open(folder, files, undefined)
}

async function open(folder: string, list: readonly FileFacts[], facts: Site['facts'], before?: Site): Promise<Site> {
  const describe = (file: FileFacts): ServedFile => {
    const known = before?.files.get(file.path)
    return known?.sha256 === file.sha256 && known.type === file.type ? known : describeFile(file)
  }
  const files = new Map(list.map((file) => [file.path, describe(file)]))
  const read = async (path: string) => (files.has(path) ? readFile(join(folder, path), 'utf8') : undefined)
  const bytes = list.reduce((sum, { size }) => sum + size, 0)
  return { folder, facts, files, moves: createMoves(await readMoves(read)), bytes }
}

/** Links are left out: what they lead to is not in the folder. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause) => {
    throw new HostError('no_site', `${folder} cannot be read. Name a folder that holds a site, or a bundle.`, { cause })
  })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
}
