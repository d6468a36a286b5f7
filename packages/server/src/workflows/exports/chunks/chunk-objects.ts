import { link, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { decodePackIndex, type PackIndex } from '@bindery/bundle'
import type { ObjectStore } from '../../../storage/object-store.ts'
import { StorageError } from '../../../storage/storage-error.ts'
import { diskBytes } from '../../cache/disk-size.ts'
import type { HostCache, Scratch } from '../../cache/host-cache.ts'
import type { Lease } from '../../cache/space.ts'
import type { PackPart, WrittenPack } from '../../tasks/pages/chunk-files.ts'
import { objectEntry } from '../../worker/open-object.ts'
import type { Held } from './held-objects.ts'

/**
 * Stores a pack with what lies beside it, under a name made of their digests: a worker that wakes late writes the same
 * bytes again, or others beside them, but never others in their place. Returns the pack's key.
 */
export async function storePack(
  store: ObjectStore,
  prefix: string,
  { folder, name, parts }: WrittenPack & { folder: string },
): Promise<string> {
  const key = packKeyOf(prefix, name)
  await Promise.all(parts.map((part) => store.putFile(beside(key, part), join(folder, part))))
  return key
}

export function packKeyOf(prefix: string, name: string): string {
  return `${prefix}${name}/pack`
}

/** A stored pack, and its traces where they do not lie beside it. */
export interface PackPlace {
  packKey: string
  tracesKey?: string | null | undefined
}

/** What this host may have of a project's packs. */
export interface PacksOnHost {
  cache: Pick<HostCache, 'find' | 'open'>
  projectId: string
}

/** Brings a stored pack with all that lies beside it into a folder. False when a part of it is gone meanwhile. */
export async function fetchPack(
  store: ObjectStore,
  place: PackPlace,
  { folder, room }: Scratch,
  host: PacksOnHost,
): Promise<boolean> {
  const fetched = await Promise.all(
    allParts.map(async (part) => {
      const key = part === 'traces' ? tracesOf(place) : beside(place.packKey, part)
      const file = join(folder, part)
      if (await linkPart(host, key, { file, room })) return true
      const found = await store.head(key)
      if (!found) return false
      await room.take(found.bytes)
      return (await orMissing(store.getFile(key, file).then(() => true))) ?? false
    }),
  )
  return fetched.every(Boolean)
}

/** False where this host does not have it. */
async function linkPart(
  { cache, projectId }: PacksOnHost,
  key: string,
  { file, room }: { file: string; room: Lease },
): Promise<boolean> {
  using held = cache.find(objectEntry(projectId, key))
  if (!held) return false
  await room.take(held.bytes)
  await link(held.path, file)
  return true
}

/**
 * Leaves a pack that was just stored on this host: who changes a page often changes it again, and then its pack is opened. The
 * files are moved out of the folder.
 */
export async function putPackAside(
  { cache, projectId }: PacksOnHost,
  packKey: string,
  { folder, parts, room }: Pick<WrittenPack, 'parts'> & Scratch,
): Promise<void> {
  for (const part of parts) {
    const file = join(folder, part)
    const bytes = diskBytes((await stat(file)).size)
    using _aside = await cache.open(objectEntry(projectId, beside(packKey, part)), async (path, entry) => {
      await rename(file, path)
      room.moveTo(entry, bytes)
    })
  }
}

export function tracesOf({ packKey, tracesKey }: PackPlace): string {
  return tracesKey ?? beside(packKey, 'traces')
}

// A site of 100,000 pages has 500 chunks, each of which may be another export's.
const listsAtOnce = 16

/**
 * Returns the packs that are whole. A lifecycle rule of the bucket may have deleted a part: then the chunk is rendered again,
 * instead of every export of the site failing from then on.
 */
export async function findWholePacks(
  store: Pick<ObjectStore, 'list'>,
  packKeys: readonly string[],
): Promise<Set<string>> {
  const homes = new Set(packKeys.map((key) => key.slice(0, key.lastIndexOf('/chunk/') + 1)))
  const waiting = homes.values()
  const stored = new Set<string>()
  const drain = async () => {
    for (const home of waiting) for await (const key of store.list(`${home}chunk/`)) stored.add(key)
  }
  await Promise.all(Array.from({ length: listsAtOnce }, drain))
  return new Set(packKeys.filter((key) => packParts.every((part) => stored.has(beside(key, part)))))
}

const packParts: readonly PackPart[] = ['pack', 'index', 'facts', 'search']
const allParts: readonly PackPart[] = [...packParts, 'traces']

// An index has some 60 KB.
const indexesAtOnce = 8

/** A stored pack with what its index says. */
export interface IndexedPack {
  key: string
  index(): Promise<PackIndex>
}

/** Reads the indexes of packs at once, each once, while something else is made; but for those that this process holds. */
export function openIndexes(
  store: Pick<ObjectStore, 'getBytes'>,
  packKeys: readonly string[],
  held?: Held<PackIndex>,
): IndexedPack[] {
  const asked = askAhead(packKeys, indexesAtOnce, async (key) => {
    const known = held?.find(key)
    if (known) return known
    const index = decodePackIndex(await store.getBytes(beside(key, 'index')))
    held?.hold(key, index)
    return index
  })
  const readOn = async () => {
    for (const at of packKeys.keys()) await asked.ask(at)
  }
  // Its failure is for whoever asks for the index.
  readOn().catch(() => {})
  return packKeys.map((key, at) => ({ key, index: () => asked.ask(at) }))
}

export async function orMissing<Found>(asked: Promise<Found>): Promise<Found | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof StorageError && error.code === 'missing') return undefined
    throw error
  })
}

/** Made of the digests of what lies beside it. */
export function nameOfPack(packKey: string): string {
  return packKey.split('/').at(-2) ?? ''
}

export function beside(packKey: string, name: PackPart): string {
  return packKey.replace(/pack$/, name)
}

/** Answers by the place of what they are about, each asked for once. */
interface Answers<Answer> {
  /** Asks for this one and for some of those after it. */
  ask(at: number): Promise<Answer>
  forget(at: number): void
}

/** For what is read in order: the next answers are under way while one is worked on. */
export function askAhead<Item, Answer>(
  items: readonly Item[],
  ahead: number,
  read: (item: Item, at: number) => Promise<Answer>,
): Answers<Answer> {
  const asked = new Map<number, Promise<Answer>>()
  const begin = (at: number): Promise<Answer> => {
    const known = asked.get(at)
    if (known) return known
    const answer = read(items[at] as Item, at)
    // Its failure is for whoever asks for it; and asked again it is read again.
    answer.catch(() => asked.delete(at))
    asked.set(at, answer)
    return answer
  }
  return {
    ask(at) {
      const answer = begin(at)
      for (let next = at + 1; next <= at + ahead && next < items.length; next++) begin(next)
      return answer
    },
    forget: (at) => void asked.delete(at),
  }
}
