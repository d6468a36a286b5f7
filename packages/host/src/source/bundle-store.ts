import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type CheckedManifest, keyIdOf, verifyFolder } from '@bindery/bundle'
import type { StaticExport } from '../config/config.ts'
import { layeredFolder, type SiteFolder, wholeFolder } from './site-folder.ts'
import type { Taken } from './take-bundle.ts'

/** Where a bundle came from: a digest of its address, which may be a credential, and the name of its content there. */
export interface Source {
  address: string
  etag: string | undefined
}

/** `current.json` in the data folder. Its folder stands alone. */
interface BundleRecord {
  folder: SiteFolder
  sha256: string | undefined
  takenAt: string
  source: Source
  /** Size of its files, once it is complete. */
  bytes?: number | undefined
}

/** A bundle that was found right, extracted to a folder of its own or, as a delta, over that of the one before. */
export interface StoredBundle extends BundleRecord {
  checked: CheckedManifest
}

/** The data folder of one host: the last good bundle, and room for the next one while it is judged. */
export interface BundleStore {
  /** The last good bundle, once it has been judged. */
  readonly stored: StoredBundle | undefined
  /** A place for what is under way; whatever was left there is gone when the host starts. */
  readonly room: string
  /** Judges the last good bundle by what is wished now, every file of it, unless it was judged by the same before. */
  verify(desired: StaticExport): Promise<StoredBundle | undefined>
  /** Gives the folder that `take` has filled a place of its own; what came as a delta lies over what is stored. */
  place(take: (folder: string) => Promise<Taken | 'applied'>, source: Source): Promise<StoredBundle | undefined>
  /** From now on this is the last good bundle; after a restart only once it is whole. */
  store(next: StoredBundle, desired: StaticExport): Promise<void>
  /**
   * Has a bundle stand alone, and then a start find it: one after another, in the order of calls. Where that fails, nothing
   * is stored that a delta could lead on from.
   */
  complete(bundle: StoredBundle): Promise<void>
  /** Returns when nothing is being made whole. */
  settle(): Promise<void>
  /** What a start would find, and what a delta would lead on from. */
  listFolders(): SiteFolder[]
}

const recordName = 'current.json'

export async function openBundleStore(dataFolder: string): Promise<BundleStore> {
  const sites = join(dataFolder, 'sites')
  const room = join(dataFolder, 'incoming')
  const file = join(dataFolder, recordName)
  let record = await readRecord(file, sites)
  await tidyUp(sites, room, record?.folder.path)
  let stored: StoredBundle | undefined
  let verifiedBy: string | undefined
  let completing: Promise<unknown> = Promise.resolve()
  const note = async ({ folder, sha256, takenAt, source, checked }: StoredBundle) => {
    const bytes = checked.manifest.files.reduce((sum, { size }) => sum + size, 0)
    const next = { folder, sha256, takenAt, source, bytes }
    await writeRecord(file, next)
    record = next
  }
  const completeOne = async (bundle: StoredBundle) => {
    // Another export of the same content may have been stored meanwhile.
    const newest = () => (stored?.folder === bundle.folder ? stored : bundle)
    try {
      await bundle.folder.standAlone(() => note(newest()))
    } catch (error) {
      if (stored?.folder === bundle.folder) stored = undefined
      throw error
    }
  }
  return {
    room,
    get stored() {
      return stored
    },
    async verify(desired) {
      if (stored && verifiedBy === nameExpected(desired)) return stored
      await completing
      const last = stored ?? record
      if (!last) return undefined
      const checked = await verifyFolder(last.folder.path, desired.expected, { archiveSha256: last.sha256 })
      stored = { ...last, checked }
      verifiedBy = nameExpected(desired)
      return stored
    },
    async place(take, source) {
      const base = stored
      const made = join(room, randomUUID())
      try {
        const taken = await take(made)
        if (taken === 'applied') return undefined
        // Never the name of another folder, even for the same content: one may be in use while the other is removed.
        const path = join(sites, `${taken.checked.manifestSha256.slice(0, 16)}-${randomUUID().slice(0, 8)}`)
        await rename(made, path)
        const { checked, sha256, layer } = taken
        const folder = layer && base ? layeredFolder(path, base.folder, layer) : wholeFolder(path)
        return { checked, sha256, folder, takenAt: new Date().toISOString(), source }
      } finally {
        await rm(made, { recursive: true, force: true })
      }
    },
    async store(next, desired) {
      if (!next.folder.base) {
        // What is being made whole is older, and would be found in place of this.
        await completing
        await note(next)
      }
      stored = next
      verifiedBy = nameExpected(desired)
    },
    complete(bundle) {
      const work = completing.then(() => completeOne(bundle))
      completing = work.catch(() => {})
      return work
    },
    async settle() {
      await completing
    },
    listFolders: () => [stored, record].flatMap((bundle) => bundle?.folder ?? []),
  }
}

/** One text for equal expectations. */
function nameExpected({ expected: { publicKeys, domain, version, sha256 } }: StaticExport): string {
  return JSON.stringify([publicKeys === 'unchecked' ? publicKeys : publicKeys.map(keyIdOf), domain, version, sha256])
}

/** How many bytes the last good bundle of a data folder has, by its record; undefined where there is none. */
export async function measureStored(dataFolder: string): Promise<number | undefined> {
  const record = await readRecord(join(dataFolder, recordName), dataFolder)
  return record && (record.bytes ?? 0)
}

async function tidyUp(sites: string, room: string, current: string | undefined): Promise<void> {
  await rm(room, { recursive: true, force: true })
  await mkdir(room, { recursive: true })
  await mkdir(sites, { recursive: true })
  for (const name of await readdir(sites)) {
    const folder = join(sites, name)
    if (folder !== current) await rm(folder, { recursive: true, force: true })
  }
}

async function readRecord(file: string, sites: string): Promise<BundleRecord | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const { folder, sha256, takenAt, source, bytes } = JSON.parse(text)
    return { folder: wholeFolder(join(sites, basename(folder))), sha256, takenAt, source, bytes }
  } catch {
    // A record that nobody can read names no bundle: the next one is fetched as on the first day.
    return undefined
  }
}

/** On the disk before it has its name: after a power cut there is the old record or the new one. */
async function writeRecord(file: string, record: BundleRecord): Promise<void> {
  const writing = `${file}.next`
  // Without the path to it, so that the data folder may be moved.
  const fields = { ...record, folder: basename(record.folder.path) }
  await using handle = await open(writing, 'w')
  await handle.writeFile(`${JSON.stringify(fields, null, 2)}\n`)
  await handle.sync()
  await rename(writing, file)
}
