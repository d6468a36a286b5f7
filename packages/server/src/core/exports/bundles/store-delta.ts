import { randomUUID } from 'node:crypto'
import { type DeltaSummary, type MemberReader, type Written, writeDelta } from '@bindery/bundle'
import { createGate } from '../../../engine/gate.ts'
import { exportPrefix } from '../../../storage/object-keys.ts'
import type { ObjectDigest, ObjectStore } from '../../../storage/object-store.ts'
import { retryRead } from '../../../storage/retry-read.ts'
import { StorageError } from '../../../storage/storage-error.ts'
import { AppError } from '../../app-error.ts'
import { createFinder } from './file-index.ts'

// A delta reads the newer bundle once: 10 minutes are those of 30 GB at 50 MB a second.
const makingMs = 10 * 60_000

/** An archive in the bucket. */
export interface Archive extends ObjectDigest {
  key: string
}

export interface BundleOf extends Archive {
  organizationId: string
  exportId: string
}

/** Returns undefined when the delta is not stored and `mayMake` refuses to make it. */
export type StoreDelta = (from: BundleOf, to: BundleOf, mayMake: () => Promise<boolean>) => Promise<Archive | undefined>

type DeltaStore = Pick<ObjectStore, 'getBytes' | 'getRange' | 'getStream' | 'putBytes' | 'putStream'>

/**
 * Makes the delta of a pair of bundles when it is first requested, and stores it with the newer export. A process makes one at a
 * time, because at 20,000 pages it holds 130 MB, most of it the two manifests. Simultaneous requests for the same delta share it.
 */
export function createDeltaStorage(store: DeltaStore): StoreDelta {
  const making = new Map<string, Promise<Archive | undefined>>()
  const gate = createGate(1)

  async function make(from: BundleOf, to: BundleOf, mayMake: () => Promise<boolean>): Promise<Archive | undefined> {
    if (!(await mayMake())) return undefined
    const signal = AbortSignal.timeout(makingMs)
    try {
      using _turn = await gate.enter({ rank: 0, group: to.organizationId }, signal)
      const write = async () =>
        writeDelta({
          from: readArchive(store, from, signal),
          to: readArchive(store, to, signal),
          members: openMembers(store, to, signal),
        })
      return await storeDelta(store, { from, to, write }, signal)
    } catch (cause) {
      throw signal.aborted ? tookTooLong(cause) : cause
    }
  }

  return async (from, to, mayMake) => {
    const record = recordKey(from, to)
    const stored = await readJson<Archive>(store, record)
    if (stored) return stored
    const made = making.get(record) ?? make(from, to, mayMake).finally(() => making.delete(record))
    making.set(record, made)
    return made
  }
}

function tookTooLong(cause: unknown): AppError {
  const sentence = 'The delta could not be made within 10 minutes. Try again later, or ask for the whole bundle.'
  return new AppError('unavailable', sentence, { cause, retryAfterSeconds: 60 })
}

function recordKey(from: BundleOf, to: BundleOf): string {
  return `${exportPrefix(to.organizationId, to.exportId)}delta/since-${from.exportId}.json`
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
  from: BundleOf
  to: BundleOf
  /** Begins it anew for each attempt. */
  write(): Promise<Written<DeltaSummary>>
}

/** As with a bundle, each attempt writes an object of its own: the record names the one that is whole. */
async function storeDelta(
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

// Each takes some milliseconds; beyond that, reading the whole archive is as fast.
const maxRanges = 100

/** Reads single files through the index that is stored next to the bundle. */
function openMembers(store: DeltaStore, { key }: Archive, signal: AbortSignal): MemberReader {
  const find = createFinder(store, key, { signal })
  return {
    most: maxRanges,
    async read({ path }) {
      const file = await find(path)
      if (!file) throw new Error(`The index of ${key} lacks ${path}.`)
      return store.getRange(key, { offset: file.offset, length: file.packedSize }, { signal })
    },
  }
}

/** The request goes out when the first byte is asked for: the newer bundle waits until the older one has been read. */
async function* readArchive(
  store: Pick<DeltaStore, 'getStream'>,
  { key, ...expected }: Archive,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  yield* await store.getStream(key, { expected, signal })
}
