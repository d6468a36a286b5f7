import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type CheckedManifest, keyIdOf, verifyFolder } from '@bindery/bundle'
import type { StaticExport } from '../config/config.ts'
import type { Taken } from './take-bundle.ts'

/** Where a bundle came from: a digest of its address, which may be a credential, and the name of its content there. */
export interface Source {
  address: string
  etag: string | undefined
}

/** `current.json` in the data folder. */
interface BundleRecord {
  folder: string
  sha256: string | undefined
  takenAt: string
  source: Source
  /** Total size of its files. */
  bytes?: number | undefined
}

/** Bundle that was checked and extracted to a folder of its own, with all its files. */
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
  /** Moves the folder that `take` has filled to the other extracted bundles. */
  place(take: (folder: string) => Promise<Taken | 'applied'>, source: Source): Promise<StoredBundle | undefined>
  /** Records the last good bundle, also for the next start. */
  store(next: StoredBundle, desired: StaticExport): Promise<void>
}

const recordName = 'current.json'

export async function openBundleStore(dataFolder: string): Promise<BundleStore> {
  const sites = join(dataFolder, 'sites')
  const room = join(dataFolder, 'incoming')
  const file = join(dataFolder, recordName)
  const record = await readRecord(file, sites)
  await tidyUp(sites, room, record?.folder)
  let stored: StoredBundle | undefined
  let verifiedBy: string | undefined
  return {
    room,
    get stored() {
      return stored
    },
    async verify(desired) {
      if (stored && verifiedBy === nameExpected(desired)) return stored
      const last = stored ?? record
      if (!last) return undefined
      const checked = await verifyFolder(last.folder, desired.expected, { archiveSha256: last.sha256 })
      stored = { ...last, checked }
      verifiedBy = nameExpected(desired)
      return stored
    },
    async place(take, source) {
      const made = join(room, randomUUID())
      try {
        const taken = await take(made)
        if (taken === 'applied') return undefined
        // Never the name of another folder, even for the same content: one may be in use while the other is removed.
        const folder = join(sites, `${taken.checked.manifestSha256.slice(0, 16)}-${randomUUID().slice(0, 8)}`)
        await rename(made, folder)
        return { ...taken, folder, takenAt: new Date().toISOString(), source }
      } finally {
        await rm(made, { recursive: true, force: true })
      }
    },
    async store(next, desired) {
      const { folder, sha256, takenAt, source, checked } = next
      const bytes = checked.manifest.files.reduce((sum, { size }) => sum + size, 0)
      // Only the name of the folder, so that the data folder can be moved.
      await writeRecord(file, { folder: basename(folder), sha256, takenAt, source, bytes })
      stored = next
      verifiedBy = nameExpected(desired)
    },
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
    return { folder: join(sites, basename(folder)), sha256, takenAt, source, bytes }
  } catch {
    // A record that nobody can read names no bundle: the next one is fetched as on the first day.
    return undefined
  }
}

/** On the disk before it has its name: after a power cut there is the old record or the new one. */
async function writeRecord(file: string, record: BundleRecord): Promise<void> {
  const writing = `${file}.next`
  await using handle = await open(writing, 'w')
  await handle.writeFile(`${JSON.stringify(record, null, 2)}\n`)
  await handle.sync()
  await rename(writing, file)
}
