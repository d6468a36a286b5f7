import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { comparePaths, type Pack, type PackedFile, streamFile, unpackFile } from '@bindery/bundle'
import type { ObjectStore, ReadOptions } from '../../../storage/object-store.ts'
import { readPieces } from '../../../storage/read-pieces.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

// Some 40 KB compressed: one file is found, or a page of the list read, without the 20 MB that 200,000 files take.
const filesInBlock = 1_000

/** Where the blocks of an index lie, and with which path each begins. */
interface Contents {
  count: number
  blocks: { first: string; offset: number; length: number }[]
}

const contentsKey = (bundleKey: string) => `${bundleKey}.contents`
const blocksKey = (bundleKey: string) => `${bundleKey}.files`

/** What stands before the packs in a bundle: manifest and signature. It is there before the bundle is. */
export const headKey = (bundleKey: string) => `${bundleKey}.head`

export const fileIndexObjects = (bundleKey: string) => ({
  contents: contentsKey(bundleKey),
  blocks: blocksKey(bundleKey),
})

/** The objects beside a bundle, which live and go with it. */
export const fileIndexKeys = (bundleKey: string) => [contentsKey(bundleKey), blocksKey(bundleKey), headKey(bundleKey)]

/** Writes down, by path, where each file of a bundle lies in it. `packsOffset` is what stands before the first pack. */
export async function storeFileIndex(
  store: Pick<ObjectStore, 'putBytes'>,
  bundleKey: string,
  { packs, packsOffset }: { packs: readonly Pick<Pack, 'index'>[]; packsOffset: number },
): Promise<void> {
  const files = (await locateFiles(packs, packsOffset)).sort((a, b) => comparePaths(a.path, b.path))
  const contents: Contents = { count: files.length, blocks: [] }
  const parts: Buffer[] = []
  let offset = 0
  for await (const { first, bytes } of compressBlocks(files)) {
    contents.blocks.push({ first, offset, length: bytes.length })
    parts.push(bytes)
    offset += bytes.length
  }
  await Promise.all([
    store.putBytes(blocksKey(bundleKey), Buffer.concat(parts)),
    store.putBytes(contentsKey(bundleKey), Buffer.from(JSON.stringify(contents))),
  ])
}

// Compressed at a time, each beside this thread.
const width = 4
// Most of a block are digests: level 6 would take three times as long for a twentieth less.
const level = 1

async function* compressBlocks(files: readonly PackedFile[]): AsyncGenerator<{ first: string; bytes: Buffer }> {
  for (let from = 0; from < files.length; from += width * filesInBlock) {
    const starts = Array.from({ length: width }, (_, at) => from + at * filesInBlock)
    const filled = starts
      .filter((start) => start < files.length)
      .map((start) => files.slice(start, start + filesInBlock))
    yield* await Promise.all(
      filled.map(async (block) => ({
        first: block[0]?.path ?? '',
        bytes: await compress(JSON.stringify(block), { level }),
      })),
    )
  }
}

async function locateFiles(packs: readonly Pick<Pack, 'index'>[], packsOffset: number): Promise<PackedFile[]> {
  const located: PackedFile[] = []
  let start = packsOffset
  for (const pack of packs) {
    const { files, size } = await pack.index()
    for (const file of files) located.push({ ...file, offset: start + file.offset })
    start += size
  }
  return located
}

/** Every file, out of the objects of an index. */
export async function decodeFileIndex(contents: Buffer, blocks: Buffer): Promise<PackedFile[]> {
  const files: PackedFile[] = []
  for (const { offset, length } of (JSON.parse(contents.toString()) as Contents).blocks) {
    files.push(...JSON.parse((await decompress(blocks.subarray(offset, offset + length))).toString()))
  }
  return files
}

export type RangeStore = Pick<ObjectStore, 'getBytes' | 'getRange'>

/** Files from a place in the order of their paths, and how many there are in all. */
export async function readFiles(
  store: RangeStore,
  bundleKey: string,
  { from, limit }: { from: number; limit: number },
): Promise<{ files: PackedFile[]; count: number }> {
  const contents = await readContents(store, bundleKey)
  const [first, last] = [from, from + limit - 1].map((place) => Math.floor(place / filesInBlock)) as [number, number]
  const covering = contents.blocks.slice(first, last + 1)
  const files = (await Promise.all(covering.map((block) => readBlock(store, bundleKey, block)))).flat()
  const skipped = from - first * filesInBlock
  return { files: files.slice(skipped, skipped + limit), count: contents.count }
}

const memberOf = ({ offset, packedSize }: PackedFile) => ({ offset, length: packedSize })

/** One file in bounded memory, checked against its digest at its end. */
export function streamPacked(store: RangeStore, bundleKey: string, file: PackedFile): AsyncGenerator<Buffer> {
  return streamFile(file, readPieces(store, bundleKey, memberOf(file)))
}

/** One file as a whole, checked against its digest; undefined if it is larger than `maxBytes`. */
export async function readSmall(
  store: RangeStore,
  bundleKey: string,
  file: PackedFile,
  maxBytes: number,
): Promise<Buffer | undefined> {
  if (file.size > maxBytes) return undefined
  return Buffer.from(await unpackFile(file, await store.getRange(bundleKey, memberOf(file))))
}

/** Every file in the order of paths, with one part of the index held at a time. */
export async function* walkFiles(store: RangeStore, bundleKey: string): AsyncGenerator<PackedFile> {
  for (const block of (await readContents(store, bundleKey)).blocks) yield* await readBlock(store, bundleKey, block)
}

/** What was loaded under a key before, or what `load` gives. The objects of an index never change. */
export type Remember = <Value>(key: string, load: () => Promise<Value>) => Promise<Value>

export async function findFile(
  store: RangeStore,
  bundleKey: string,
  path: string,
  remember: Remember = (_key, load) => load(),
  options: ReadOptions = {},
): Promise<PackedFile | undefined> {
  const { blocks } = await remember(contentsKey(bundleKey), () => readContents(store, bundleKey, options))
  const block = blocks.findLast(({ first }) => comparePaths(first, path) <= 0)
  if (!block) return undefined
  const key = `${blocksKey(bundleKey)}@${block.offset}`
  const files = await remember(key, () => readBlock(store, bundleKey, block, options))
  return files.find((file) => file.path === path)
}

/** Finds several, and reads each part of the index once. */
export function createFinder(
  store: RangeStore,
  bundleKey: string,
  options: ReadOptions = {},
): (path: string) => Promise<PackedFile | undefined> {
  const held = new Map<string, Promise<unknown>>()
  const remember: Remember = <Value>(key: string, load: () => Promise<Value>) => {
    const loading = (held.get(key) as Promise<Value> | undefined) ?? load()
    held.set(key, loading)
    return loading
  }
  return (path) => findFile(store, bundleKey, path, remember, options)
}

async function readContents(store: RangeStore, bundleKey: string, options: ReadOptions = {}): Promise<Contents> {
  return JSON.parse((await store.getBytes(contentsKey(bundleKey), options)).toString())
}

async function readBlock(
  store: RangeStore,
  bundleKey: string,
  { offset, length }: { offset: number; length: number },
  options: ReadOptions = {},
): Promise<PackedFile[]> {
  const bytes = await store.getRange(blocksKey(bundleKey), { offset, length }, options)
  return JSON.parse((await decompress(bytes)).toString())
}
