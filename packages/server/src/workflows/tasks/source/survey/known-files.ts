import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PlanMemory, type RememberedFile, rendererVersion } from '@bindery/site'
import type { ListedFile } from '../../../../git/files/list-files.ts'
import { diskBytes } from '../../../cache/disk-size.ts'
import type { Meter } from '../../../cache/meter.ts'
import { sourceListing } from '../packs/fill-folder.ts'
import { readListing } from '../source-listing.ts'

/** What tasks have read of the files of a source: a file whose content has the same id is not read again. */
export interface KnownFiles {
  files: ListedFile[]
  memory: PlanMemory
  /** For the tasks that follow. */
  save(meter: Meter): Promise<void>
}

/** As it lies on the disk. Other versions read files in other ways. */
interface SavedFiles {
  version: string
  files: RememberedFile[]
}

/** Each has a file of its own, so that a task reads only what it needs: what planning makes of a file, and those of others. */
const fileOf = { '': 'planned.json', remote: 'remote.json', clean: 'clean.json', text: 'text.json' }
export type KnownReader = keyof typeof fileOf

// Raise the number when a reader finds something else in the same file.
const version = `${rendererVersion} 1`
// Some 100,000 pages; a task holds several times as much while it reads them.
const mostBytes = 64 * 1024 ** 2

/**
 * Opens what these readers have left in a folder of the project; undefined for a source that came as an archive, whose files
 * have no ids.
 */
export async function openKnownFiles(
  root: string,
  folder: string | undefined,
  readers: readonly KnownReader[],
): Promise<KnownFiles | undefined> {
  const listing = join(dirname(root), sourceListing)
  if (folder === undefined || !existsSync(listing)) return undefined
  const files = await readListing(listing)
  const objects = new Map(files.map(({ path, object }) => [path, object]))
  const memory = new PlanMemory((path) => objects.get(path.slice(root.length + 1)))
  for (const reader of readers) memory.load(root, reader, await readSaved(join(folder, fileOf[reader])))
  return {
    files,
    memory,
    async save(meter) {
      for (const reader of readers) {
        const news = memory.save(root, reader)
        if (news) await write(join(folder, fileOf[reader]), { version, files: news }, meter)
      }
    },
  }
}

async function write(file: string, saved: SavedFiles, meter: Meter): Promise<void> {
  const json = JSON.stringify(saved)
  if (json.length > mostBytes) return
  await meter.add(diskBytes(Buffer.byteLength(json)))
  const draft = `${file}.draft`
  await writeFile(draft, json)
  await rename(draft, file)
}

/** It only saves time: one that is broken is begun anew. */
async function readSaved(file: string): Promise<RememberedFile[]> {
  try {
    const saved = JSON.parse(await readFile(file, 'utf8')) as SavedFiles
    return saved.version === version ? saved.files : []
  } catch {
    return []
  }
}
