import { existsSync } from 'node:fs'
import { readFile, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { digestPlanned, PlanMemory, type RememberedFile, rendererVersion } from '@bindery/site'
import type { ListedFile } from '../../../../git/files/list-files.ts'
import type { Meter } from '../../../cache/meter.ts'
import { writeMetered } from '../../../cache/write-metered.ts'
import { isBinaryName } from '../is-binary-name.ts'
import { sourceListing } from '../packs/fill-folder.ts'
import { readListing } from '../source-listing.ts'

/** What tasks have read of the files of a source: a file whose content has the same id is not read again. */
export interface KnownFiles {
  files: ListedFile[]
  memory: PlanMemory
  /** Of all that decides a plan, but for the bytes of pictures. */
  digest(): Promise<string>
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

interface OpenListing {
  name: string
  files: ListedFile[]
  objects: Map<string, string>
  digest?: string
}

// Of four readers some 100 MB. Of a larger source each task reads what is known again.
const mostFilesHeld = 20_000

// For so many that were read, the files that hold what is known of all need not be written anew.
const fewFiles = 50

/** What the last task knew, for the next one of this process: by which file of the disk each reader's was read or written. */
let held: { project: string; memory: PlanMemory; files: Map<KnownReader, string> } | undefined
/** The listing of the last source, likewise. */
let listed: OpenListing | undefined

/** Before a task of another organization: what one has left is held for none but itself. */
export function forgetKnownFiles(): void {
  held = undefined
  listed = undefined
}

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
  const source = await openListing(listing)
  const { files, objects } = source
  const project = await identifyFolder(folder)
  // Of one project alone: ids of git are made of SHA-1, and no project meets what another made to have the same.
  const known = held?.project === project ? held : { project, memory: new PlanMemory(), files: new Map() }
  held = files.length > mostFilesHeld ? undefined : known
  const memory = known.memory.at(root, (file) => objects.get(file))
  const pathOf = (reader: KnownReader) => join(folder, fileOf[reader])
  for (const reader of readers) {
    const name = await identify(pathOf(reader))
    if (name !== undefined && known.files.get(reader) === name) continue
    memory.load(reader, await readSaved(pathOf(reader)))
    known.files.set(reader, name ?? '')
  }
  return {
    files,
    memory,
    async digest() {
      source.digest ??= await digestPlanned({ root, files, isBinary: isBinaryName, memory })
      return source.digest
    },
    async save(meter) {
      for (const reader of readers) {
        // The rest of them are read again by another process; a list of 5,000 takes longer to write.
        const news = memory.save(reader, known.files.get(reader) === '' ? 0 : fewFiles)
        if (!news) continue
        await write(pathOf(reader), { version, files: news }, meter)
        known.files.set(reader, (await identify(pathOf(reader))) ?? '')
      }
    },
  }
}

async function openListing(listing: string): Promise<OpenListing> {
  const name = await identify(listing)
  if (listed && name !== undefined && listed.name === name) return listed
  const files = await readListing(listing)
  const opened: OpenListing = {
    name: name ?? '',
    files,
    objects: new Map(files.map(({ path, object }) => [path, object])),
  }
  listed = files.length > mostFilesHeld ? undefined : opened
  return opened
}

/** Which file lies there, wherever it was moved from: one that is written anew is another. Undefined where there is none. */
async function identify(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found && `${found.dev} ${found.ino} ${found.mtimeNs} ${found.ctimeNs} ${found.size}`
}

/** A project's folder, which is moved when it is lent, and stays the same one. */
async function identifyFolder(path: string): Promise<string> {
  const { dev, ino, birthtimeNs } = await stat(path, { bigint: true })
  return `${dev} ${ino} ${birthtimeNs}`
}

async function write(file: string, saved: SavedFiles, meter: Meter): Promise<void> {
  const json = JSON.stringify(saved)
  if (json.length > mostBytes) return
  const draft = `${file}.draft`
  await writeMetered(draft, json, meter)
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
