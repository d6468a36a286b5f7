import { join } from 'node:path'
import { decodePackIndex, type PackIndex } from '@bindery/bundle'
import type { ObjectStore } from '../../../storage/object-store.ts'
import { StorageError } from '../../../storage/storage-error.ts'
import { type PackPart, packParts, type WrittenPack } from '../../tasks/pages/chunk-files.ts'
import type { PackFiles } from '../../tasks/pages/earlier-pages.ts'
import { openObject } from '../../worker/open-object.ts'

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

/** Opens the files of a stored pack on this host. Returns undefined if one of them is missing from the bucket. */
export async function openPack(
  context: Parameters<typeof openObject>[0],
  projectId: string,
  packKey: string,
  held: DisposableStack,
): Promise<PackFiles | undefined> {
  const files: Partial<PackFiles> = {}
  for (const part of packParts) {
    const found = await orMissing(openObject(context, projectId, beside(packKey, part)))
    if (!found) return undefined
    files[part] = held.use(found).path
  }
  return files as PackFiles
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

// An index has some 60 KB.
const indexesAtOnce = 8

/** A stored pack with what its index says. */
export interface IndexedPack {
  key: string
  index(): Promise<PackIndex>
}

/** Reads the indexes of packs, each once, while something else is made. */
export function openIndexes(store: Pick<ObjectStore, 'getBytes'>, packKeys: readonly string[]): IndexedPack[] {
  const asked = askAhead(packKeys, indexesAtOnce, async (key) =>
    decodePackIndex(await store.getBytes(beside(key, 'index'))),
  )
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
