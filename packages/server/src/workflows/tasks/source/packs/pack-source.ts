import { createHash, hash } from 'node:crypto'
import { readFileSync, writeSync } from 'node:fs'
import { open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AskParent } from '@bindery/site'
import type { ListedFile } from '../../../../git/files/list-files.ts'
import type { Meter } from '../../../cache/meter.ts'
import { makeFolder } from '../../make-folder.ts'
import { createRemoteMeter } from '../../remote-meter.ts'
import { readListing } from '../source-listing.ts'
import { choosePacks, type Place } from './choose-packs.ts'
import { packContent } from './pack-content.ts'
import { encodeList, type ListRow, readList, type SourceList, type SourcePack } from './source-list.ts'

interface PackSource {
  listing: string
  /** Of the files. */
  root: string
  /** The list of an earlier source, whose packs are in the bucket. */
  earlier?: string | undefined
  /** Takes what has to be stored. */
  folder: string
}

export interface PackedSource {
  sha256: string
  /** All that the list leads to. */
  packs: string[]
  /** Those of them that lie in the folder, under their names. */
  fresh: string[]
}

export const listName = 'list'

// With the largest file allowed one stays below 40 MB.
const packBytes = 16 * 1024 ** 2

/** Makes the list of a source, and packs of whatever an earlier one does not have. */
export async function packSource(
  { listing, root, earlier, folder }: PackSource,
  ask: AskParent,
): Promise<PackedSource> {
  using meter = createRemoteMeter(ask)
  await makeFolder(folder)
  const rows = await readListing(listing)
  const { packs, places, fresh } = choosePacks(rows, earlier === undefined ? undefined : await readList(earlier))
  const written = await writePacks(fresh, { root, folder, before: packs.length }, meter)
  for (const [object, place] of written.places) places.set(object, place)
  const list: SourceList = { packs: [...packs, ...written.packs], files: rows.map((row) => toRow(row, places)) }
  const bytes = encodeList(list)
  await meter.add(bytes.length)
  await writeFile(join(folder, listName), bytes)
  const names = (some: SourcePack[]) => some.map(({ name }) => name)
  return { sha256: hash('sha256', bytes), packs: names(list.packs), fresh: names(written.packs) }
}

function toRow({ path, object, size }: ListedFile, places: Map<string, Place>): ListRow {
  const { pack, offset, length } = places.get(object) as Place
  return [path, object, size, pack, offset, length]
}

interface Target {
  /** Of the files. */
  root: string
  folder: string
  /** How many packs the list has before these. */
  before: number
}

async function writePacks(files: readonly ListedFile[], { root, folder, before }: Target, meter: Meter) {
  const packs: SourcePack[] = []
  const places = new Map<string, Place>()
  // What is empty needs no place, and a part of no length cannot be asked for.
  for (const { object, size } of files) if (size === 0) places.set(object, { pack: before, offset: 0, length: 0 })
  const fresh = files.filter(({ size }) => size > 0)
  for (let from = 0; from < fresh.length; ) from = await writePack(from)
  return { places, packs }

  /** Gives the place of the first file that is not in it. */
  async function writePack(from: number): Promise<number> {
    const draft = join(folder, 'draft')
    const digest = createHash('sha256')
    let [at, end] = [from, 0]
    {
      await using pack = await open(draft, 'w')
      for (; at < fresh.length && end < packBytes; at++) {
        const { path, object } = fresh[at] as ListedFile
        const packed = packContent(readFileSync(join(root, path)))
        await meter.add(packed.length)
        writeSync(pack.fd, packed)
        digest.update(packed)
        places.set(object, { pack: before + packs.length, offset: end, length: packed.length })
        end += packed.length
      }
    }
    const name = digest.digest('hex')
    await rename(draft, join(folder, name))
    packs.push({ name, bytes: end })
    return at
  }
}
