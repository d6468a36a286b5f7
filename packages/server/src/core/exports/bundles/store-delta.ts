import { randomUUID } from 'node:crypto'
import { writeDelta } from '@bindery/bundle'
import { createGate } from '../../../engine/gate.ts'
import { exportPrefix } from '../../../storage/object-keys.ts'
import type { ObjectDigest, ObjectStore } from '../../../storage/object-store.ts'
import { retryRead } from '../../../storage/retry-read.ts'
import { StorageError } from '../../../storage/storage-error.ts'
import { AppError } from '../../app-error.ts'

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

type DeltaStore = Pick<ObjectStore, 'getBytes' | 'getStream' | 'putBytes' | 'putStream'>

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
    const stored = await readRecord(store, record)
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

async function readRecord(store: DeltaStore, key: string): Promise<Archive | undefined> {
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
  const delta = writeDelta({ from: readArchive(store, from, signal), to: readArchive(store, to, signal) })
  return { key, ...(await store.putStream(key, delta.bytes, { contentType: 'application/gzip', signal })) }
}

/** The request goes out when the first byte is asked for: the newer bundle waits until the older one has been read. */
async function* readArchive(store: DeltaStore, archive: Archive, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield* await store.getStream(archive.key, { expected: archive, signal })
}
