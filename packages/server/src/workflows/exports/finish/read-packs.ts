import type { Archive } from '../../../core/exports/bundles/store-delta.ts'
import { digestBytes } from '../../../storage/digest-bytes.ts'
import type { ObjectStore, StoredBytes } from '../../../storage/object-store.ts'
import { checkDigest } from '../../../storage/verify-body.ts'
import { askAhead } from '../chunks/chunk-objects.ts'
import type { HeldHead } from '../chunks/held-objects.ts'

/** An archive that is stored, with what it is made of. */
export interface EarlierArchive extends Pick<HeldHead, 'packsOffset' | 'packs'> {
  key: string
}

type PackStore = Pick<ObjectStore, 'getBytes' | 'getRange'>

// A pack has up to 40 MB.
const runsAhead = 1
// A part of an upload, which need not be sent where an earlier archive has it.
const mostOfRun = 8 * 1024 ** 2

/** The bytes of packs one behind the other, each whole and verified before its first byte is handed on. */
export async function* readPacks(
  store: PackStore,
  packs: readonly Archive[],
  earlier: EarlierArchive | undefined,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array | StoredBytes> {
  const runs = [...findRuns(packs, earlier)]
  const asked = askAhead(runs, runsAhead, (run) => readRun(store, run, signal))
  for (const at of runs.keys()) {
    yield await asked.ask(at)
    asked.forget(at)
  }
}

/** One pack, or several that stand one behind the other in an earlier archive too. */
interface Run {
  packs: Archive[]
  bytes: number
  earlier?: { key: string; offset: number }
}

export function* findRuns(packs: readonly Archive[], earlier: EarlierArchive | undefined): Generator<Run> {
  const offsets = new Map(earlier && [...locatePacks(earlier)].map(({ sha256, start }) => [sha256, start]))
  let run: Run | undefined
  for (const pack of packs) {
    if (pack.bytes === 0) continue
    const offset = offsets.get(pack.sha256)
    if (run?.earlier && run.earlier.offset + run.bytes === offset && run.bytes + pack.bytes <= mostOfRun) {
      run.packs.push(pack)
      run.bytes += pack.bytes
      continue
    }
    if (run) yield run
    run = { packs: [pack], bytes: pack.bytes }
    if (earlier && offset !== undefined) run.earlier = { key: earlier.key, offset }
  }
  if (run) yield run
}

/** Each pack with its place in the archive. */
export function* locatePacks({ packsOffset, packs }: Pick<HeldHead, 'packsOffset' | 'packs'>) {
  let start = packsOffset
  for (const pack of packs) {
    yield { ...pack, start }
    start += pack.bytes
  }
}

async function readRun(store: PackStore, run: Run, signal: AbortSignal): Promise<Uint8Array | StoredBytes> {
  const { packs, earlier } = run
  const stored = earlier && (await readEarlier(store, { ...run, earlier }, signal))
  if (stored) return stored
  const read = await Promise.all(packs.map((pack) => store.getBytes(pack.key, { expected: pack, signal })))
  return read.length === 1 && read[0] ? read[0] : Buffer.concat(read)
}

/**
 * Out of the earlier archive, since what is verified here is what will be copied. Undefined where it is gone, or is not what
 * it was.
 */
async function readEarlier(
  store: PackStore,
  { packs, bytes: length, earlier: { key, offset } }: Required<Run>,
  signal: AbortSignal,
): Promise<StoredBytes | undefined> {
  try {
    const bytes = await store.getRange(key, { offset, length }, { signal })
    let end = 0
    const cut = packs.map((pack) => {
      end += pack.bytes
      return { pack, own: bytes.subarray(end - pack.bytes, end) }
    })
    await Promise.all(cut.map(async ({ pack, own }) => checkDigest(key, await digestBytes(own), pack)))
    return { bytes, key, offset }
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}
