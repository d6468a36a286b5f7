import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BundleError, type CheckedManifest, keyIdOf, verifyFolder } from '@bindery/bundle'
import type { StaticExport } from '../config/config.ts'
import { optionsOf, type Taken } from './take-bundle.ts'

/** Where a bundle came from: a digest of its address, which may be a credential, and the name of its content there. */
export interface Source {
  address: string
  etag: string | undefined
}

/** `current.json` in the data folder. */
interface KeptRecord {
  folder: string
  sha256: string | undefined
  takenAt: string
  source: Source
}

/** A bundle that was found right, extracted to a folder of its own. */
export interface Kept extends KeptRecord {
  checked: CheckedManifest
}

/** The data folder of one host: the last good bundle, and room for the next one while it is judged. */
export interface Keeper {
  /** The last good bundle, once it has been judged. */
  readonly kept: Kept | undefined
  /** A place for what is under way; whatever was left there is gone when the host starts. */
  readonly room: string
  /** Judges the last good bundle by what is wished now, every file of it, unless it was judged by the same before. */
  judge(wish: StaticExport): Promise<Kept | undefined>
  /** Gives the folder that `take` has filled a place of its own. */
  place(take: (folder: string) => Promise<Taken | 'applied'>, source: Source): Promise<Kept | undefined>
  /** From now on this is the last good bundle. */
  keep(next: Kept, wish: StaticExport): Promise<void>
}

export async function openKeeper(dataFolder: string): Promise<Keeper> {
  const sites = join(dataFolder, 'sites')
  const room = join(dataFolder, 'incoming')
  const file = join(dataFolder, 'current.json')
  const record = await readRecord(file, sites)
  await tidyUp(sites, room, record?.folder)
  let kept: Kept | undefined
  let judgedBy: string | undefined
  return {
    room,
    get kept() {
      return kept
    },
    async judge(wish) {
      const last = kept ?? record
      if (!last || (kept && judgedBy === nameWish(wish))) return kept
      checkDigest(last, wish)
      const checked = await verifyFolder(last.folder, optionsOf(wish))
      kept = { ...last, checked }
      judgedBy = nameWish(wish)
      return kept
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
    async keep(next, wish) {
      const { folder, sha256, takenAt, source } = next
      // Without the path to it, so that the data folder may be moved.
      await writeRecord(file, { folder: basename(folder), sha256, takenAt, source })
      kept = next
      judgedBy = nameWish(wish)
    },
  }
}

/** What a bundle is judged by, in a word. */
function nameWish({ version, sha256, publicKeys }: StaticExport): string {
  return JSON.stringify([version, sha256, publicKeys.map(keyIdOf)])
}

function checkDigest({ sha256 }: KeptRecord, wish: StaticExport): void {
  if (wish.sha256 === undefined || wish.sha256 === sha256) return
  const message = `It came from an archive with the SHA-256 ${sha256 ?? '(none)'}, but ${wish.sha256} was asked for.`
  throw new BundleError('wrong_digest', message)
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

async function readRecord(file: string, sites: string): Promise<KeptRecord | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const { folder, sha256, takenAt, source } = JSON.parse(text)
    return { folder: join(sites, basename(folder)), sha256, takenAt, source }
  } catch {
    // A record that nobody can read names no bundle: the next one is fetched as on the first day.
    return undefined
  }
}

/** On the disk before it has its name: after a power cut there is the old record or the new one. */
async function writeRecord(file: string, record: KeptRecord): Promise<void> {
  const writing = `${file}.next`
  await using handle = await open(writing, 'w')
  await handle.writeFile(`${JSON.stringify(record, null, 2)}\n`)
  await handle.sync()
  await rename(writing, file)
}
