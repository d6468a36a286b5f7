import { type Difference, writeDelta } from '@bindery/bundle'
import { type DeltaBase, mostRanges, readArchive, storeDelta } from '../../../core/exports/bundles/store-delta.ts'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { findCurrentBase, publishStored } from '../../../core/exports/run/publish-stored.ts'
import type { StepTurns } from '../../../engine/step.ts'
import { taskRanks } from '../../tasks/task-ranks.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import { openHeldObjects } from '../chunks/held-objects.ts'
import { writeHeldDelta } from './held-delta.ts'
import { readStoredMembers, type StoredSite } from './stored-site.ts'

// Something else may become current while the delta is made; again and again only where many publish at once.
const attempts = 3

/**
 * Makes an export current before its archive is written: hosts take it as a delta from what they have, which is made here of
 * what the two sites list and the few files that differ. Where there is no such delta, or it would be as large as an archive, the
 * export becomes current when it completes. Returns whether it is published.
 */
export async function publishSite(
  context: WorkerContext,
  order: ExportOrder,
  site: StoredSite,
  signal: AbortSignal,
  turns: StepTurns,
): Promise<boolean> {
  const { db } = context
  for (let attempt = 0; attempt < attempts; attempt++) {
    const base = await findCurrentBase(db, order)
    // An attempt whose process has ended may have published it.
    if (base?.exportId === order.exportId) return true
    if (!base || !(await makeDelta(context, order, { base, site }, signal, turns))) return false
    const stored = { exportId: order.exportId, headKey: site.head.key, since: base.exportId }
    const outcome = await publishStored(db, order, stored)
    if (outcome !== 'moved') return outcome === 'published'
  }
  return false
}

/** False where there is none: it saves time and no more, so nothing that goes wrong with it ends the export. */
async function makeDelta(
  { store, cache, log }: WorkerContext,
  order: ExportOrder,
  { base, site }: { base: DeltaBase; site: StoredSite },
  signal: AbortSignal,
  turns: StepTurns,
): Promise<boolean> {
  // Where this process does not hold both sites, two manifests are in memory.
  using _turn = await turns.enter({ rank: taskRanks.finish, group: order.organizationId })
  const tooMany = new AbortController()
  const either = AbortSignal.any([signal, tooMany.signal])
  const held = openHeldObjects(cache.held, order.projectId)
  const members = readStoredMembers(store, site, held.indexes, either)
  const onDifference = ({ added, changed }: Difference) => {
    if (added.length + changed.length > mostRanges) tooMany.abort()
    either.throwIfAborted()
  }
  const write = async () => {
    const ends = { from: base.key, to: site.head.key }
    const known = await writeHeldDelta(held, ends, members, onDifference)
    if (known) return known
    const to = readAhead(store.getBytes(site.head.key, { expected: site.head, signal: either }))
    return writeDelta({ from: readArchive(store, base, either), to, members, onDifference })
  }
  try {
    await storeDelta(store, { from: base, to: order, write }, either)
    return true
  } catch (error) {
    if (signal.aborted) throw error
    if (!tooMany.signal.aborted) {
      log.warn({ exportId: order.exportId, err: error }, 'no delta could be made before the archive')
    }
    return false
  }
}

/** Is fetched while the older manifest is. */
function readAhead(reading: Promise<Uint8Array>): AsyncIterable<Uint8Array> {
  // Whoever comes to read it is told.
  reading.catch(() => {})
  return (async function* () {
    yield await reading
  })()
}
