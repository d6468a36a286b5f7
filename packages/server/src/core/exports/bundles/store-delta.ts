import { randomUUID } from 'node:crypto'
import { type DeltaSummary, type MemberReader, type Written, writeDelta } from '@bindery/bundle'
import { createGate } from '../../../engine/gate.ts'
import { exportPrefix } from '../../../storage/object-keys.ts'
import type { ObjectDigest, ObjectStore } from '../../../storage/object-store.ts'
import { retryRead } from '../../../storage/retry-read.ts'
import { StorageError } from '../../../storage/storage-error.ts'
import { AppError } from '../../app-error.ts'
import { createFinder, fileIndexObjects } from './file-index.ts'

// A delta reads the newer bundle once: 10 minutes are those of 30 GB at 50 MB a second.
const makingMs = 10 * 60_000

/** An archive in the bucket. */
export interface Archive extends ObjectDigest {
  key: string
}

export interface ExportOf {
  organizationId: string
  exportId: string
}

export interface BundleOf extends Archive, ExportOf {}

/** What a delta leads from: an archive, or the head of one, of which no more than the manifest is read. */
export interface DeltaBase extends Partial<ObjectDigest> {
  exportId: string
  key: string
}

/** Undefined where the delta is not stored and `mayMake` refuses to make it. */
export type StoreDelta = (
  from: DeltaBase,
  to: BundleOf,
  mayMake: () => Promise<boolean>,
) => Promise<Archive | undefined>

type DeltaStore = Pick<ObjectStore, 'getBytes' | 'getRange' | 'getStream' | 'putBytes' | 'putStream'>

/**
 * Makes the delta of a pair of bundles once and keeps it with the newer export. In a process one is made at a time, since at
 * 20,000 pages it holds 130 MB, most of it the two manifests; who asks for the same one meanwhile waits for it too.
 */
export function createDeltaStorage(store: DeltaStore): StoreDelta {
  const making = new Map<string, Promise<Archive | undefined>>()
  const gate = createGate(1)

  async function make(from: DeltaBase, to: BundleOf, mayMake: () => Promise<boolean>): Promise<Archive | undefined> {
    if (!(await mayMake())) return undefined
    const signal = AbortSignal.timeout(makingMs)
    try {
      using _turn = await gate.enter({ rank: 0, group: to.organizationId }, signal)
      const write = async () =>
        writeDelta({
          from: readArchive(store, from, signal),
          to: readArchive(store, to, signal),
          members: await openMembers(store, to, signal),
        })
      return await storeDelta(store, { from, to, write }, signal)
    } catch (cause) {
      throw signal.aborted ? tookTooLong(cause) : cause
    }
  }

  return async (from, to, mayMake) => {
    const stored = await findDelta(store, from, to)
    if (stored) return stored
    const record = recordKey(from, to)
    const made = making.get(record) ?? make(from, to, mayMake).finally(() => making.delete(record))
    making.set(record, made)
    return made
  }
}

function tookTooLong(cause: unknown): AppError {
  const sentence = 'The delta could not be made within 10 minutes. Try again later, or ask for the whole bundle.'
  return new AppError('unavailable', sentence, { cause, retryAfterSeconds: 60 })
}

/** Named by the exports: a delta may be there before the archive that it leads to. */
function recordKey(from: { exportId: string }, to: ExportOf): string {
  return `${exportPrefix(to.organizationId, to.exportId)}delta/since-${from.exportId}.json`
}

/** The delta of a pair, where it was made before. */
export function findDelta(
  store: Pick<DeltaStore, 'getBytes'>,
  from: { exportId: string },
  to: ExportOf,
): Promise<Archive | undefined> {
  return readJson<Archive>(store, recordKey(from, to))
}

async function readJson<T>(store: Pick<DeltaStore, 'getBytes'>, key: string): Promise<T | undefined> {
  try {
    return JSON.parse((await store.getBytes(key)).toString())
  } catch (error) {
    if (error instanceof StorageError && error.code === 'missing') return undefined
    throw error
  }
}

interface DeltaPair {
  from: { exportId: string }
  to: ExportOf
  /** Begins it anew for each attempt. */
  write(): Promise<Written<DeltaSummary>>
}

/** As with a bundle, each attempt writes an object of its own: the record names the one that is whole. */
export async function storeDelta(
  store: Pick<DeltaStore, 'putBytes' | 'putStream'>,
  { from, to, write }: DeltaPair,
  signal: AbortSignal,
): Promise<Archive> {
  const record = recordKey(from, to)
  const delta = await retryRead(async () => {
    const key = record.replace(/\.json$/, `/${randomUUID()}.tar.gz`)
    const { bytes } = await write()
    return { key, ...(await putDelta(store, key, bytes, signal)) }
  }, signal)
  await store.putBytes(record, Buffer.from(JSON.stringify(delta)), { contentType: 'application/json' })
  return delta
}

// The delta of one page is some 100 KB; more than this is streamed in parts.
const heldBytes = 1024 * 1024

/** What is small goes in one request: an upload in parts and its check take twice as long as that. */
async function putDelta(
  store: Pick<DeltaStore, 'putBytes' | 'putStream'>,
  key: string,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<ObjectDigest> {
  const options = { contentType: 'application/gzip', signal }
  const chunks = bytes[Symbol.asyncIterator]()
  const held: Uint8Array[] = []
  let size = 0
  while (size < heldBytes) {
    const { done, value } = await chunks.next()
    if (done) return store.putBytes(key, Buffer.concat(held), options)
    held.push(value)
    size += value.length
  }
  return store.putStream(key, followedBy(held, chunks), options)
}

async function* followedBy(held: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* held
  yield* { [Symbol.asyncIterator]: () => rest }
}

// As a comparison of two sites does: each takes some milliseconds.
export const mostRanges = 100

/** Where each file of a bundle lies is written beside it. Bundles of the first releases have nothing beside them. */
async function openMembers(
  store: DeltaStore,
  { key }: Archive,
  signal: AbortSignal,
): Promise<MemberReader | undefined> {
  if (!(await readJson(store, fileIndexObjects(key).contents))) return undefined
  const find = createFinder(store, key, { signal })
  return {
    most: mostRanges,
    async read({ path }) {
      const file = await find(path)
      if (!file) throw new Error(`The index of ${key} lacks ${path}.`)
      return store.getRange(key, { offset: file.offset, length: file.packedSize }, { signal })
    },
  }
}

/** The request goes out when the first byte is asked for: the newer bundle waits until the older one has been read. */
export async function* readArchive(
  store: Pick<DeltaStore, 'getStream'>,
  { key, bytes, sha256 }: Pick<DeltaBase, 'key' | 'bytes' | 'sha256'>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const expected = bytes === undefined || sha256 === undefined ? {} : { expected: { bytes, sha256 } }
  yield* await store.getStream(key, { ...expected, signal })
}
