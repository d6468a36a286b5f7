import { randomUUID } from 'node:crypto'
import { type MemberReader, writeDelta } from '@bindery/bundle'
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

export interface BundleOf extends Archive {
  organizationId: string
  exportId: string
}

export type StoreDelta = (from: BundleOf, to: BundleOf) => Promise<Archive>

type DeltaStore = Pick<ObjectStore, 'getBytes' | 'getRange' | 'getStream' | 'putBytes' | 'putStream'>

/**
 * Makes the delta of a pair of bundles once and keeps it with the newer export. In a process one is made at a time, since at
 * 20,000 pages it holds 130 MB, most of it the two manifests; who asks for the same one meanwhile waits for it too.
 */
export function createDeltaStorage(store: DeltaStore): StoreDelta {
  const making = new Map<string, Promise<Archive>>()
  const gate = createGate(1)

  async function make(record: string, from: BundleOf, to: BundleOf): Promise<Archive> {
    const signal = AbortSignal.timeout(makingMs)
    try {
      using _turn = await gate.enter({ rank: 0, group: to.organizationId }, signal)
      const delta = await retryRead(() => storeDelta(store, record, { from, to }, signal), signal)
      await store.putBytes(record, Buffer.from(JSON.stringify(delta)), { contentType: 'application/json' })
      return delta
    } catch (cause) {
      throw signal.aborted ? tookTooLong(cause) : cause
    }
  }

  return async (from, to) => {
    const record = recordKey(from, to)
    const stored = await readJson<Archive>(store, record)
    if (stored) return stored
    const made = making.get(record) ?? make(record, from, to).finally(() => making.delete(record))
    making.set(record, made)
    return made
  }
}

function tookTooLong(cause: unknown): AppError {
  const sentence = 'The delta could not be made within 10 minutes. Try again later, or ask for the whole bundle.'
  return new AppError('unavailable', sentence, { cause, retryAfterSeconds: 60 })
}

function recordKey(from: BundleOf, to: BundleOf): string {
  return `${exportPrefix(to.organizationId, to.exportId)}delta/${from.sha256}-${to.sha256}.json`
}

async function readJson<T>(store: DeltaStore, key: string): Promise<T | undefined> {
  try {
    return JSON.parse((await store.getBytes(key)).toString())
  } catch (error) {
    if (error instanceof StorageError && error.code === 'missing') return undefined
    throw error
  }
}

/** As with a bundle, each attempt writes an object of its own: the record names the one that is whole. */
async function storeDelta(
  store: DeltaStore,
  record: string,
  { from, to }: { from: BundleOf; to: BundleOf },
  signal: AbortSignal,
): Promise<Archive> {
  const key = record.replace(/\.json$/, `/${randomUUID()}.tar.gz`)
  const members = await openMembers(store, to, signal)
  const delta = writeDelta({ from: readArchive(store, from, signal), to: readArchive(store, to, signal), members })
  return { key, ...(await store.putStream(key, delta.bytes, { contentType: 'application/gzip', signal })) }
}

// As a comparison of two sites does: each takes some milliseconds.
const mostRanges = 100

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
async function* readArchive(store: DeltaStore, archive: Archive, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield* await store.getStream(archive.key, { expected: archive, signal })
}
