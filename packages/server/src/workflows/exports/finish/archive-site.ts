import { headKey } from '../../../core/exports/bundles/file-index.ts'
import type { Archive } from '../../../core/exports/bundles/store-delta.ts'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { expectRunning } from '../../../core/exports/run/expect-running.ts'
import { findEarlierBundle } from '../../../core/exports/run/find-earlier-export.ts'
import type { StepTurns } from '../../../engine/step.ts'
import { taskRanks } from '../../tasks/task-ranks.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import { type HeldObjects, openHeldObjects } from '../chunks/held-objects.ts'
import type { EarlierArchive } from './read-packs.ts'
import { type StoredSite, storeArchive } from './stored-site.ts'

/** Writes the one archive of a site whose files are all stored, and the index of its files. */
export async function archiveSite(
  { db, store, cache }: WorkerContext,
  order: ExportOrder,
  site: StoredSite,
  signal: AbortSignal,
  turns: StepTurns,
  /** Called when a quarter of it is written. */
  onUnderWay?: () => void,
): Promise<Archive> {
  await expectRunning(db, order.exportId)
  // Packs are held in memory while they are written on.
  using _turn = await turns.enter({ rank: taskRanks.finish, group: order.organizationId })
  const { indexes, heads } = openHeldObjects(cache.held, order.projectId)
  const earlier = await findEarlierArchive(db, order, heads)
  return storeArchive(store, site, { indexes, earlier }, signal, onUnderWay)
}

/** Where this process has made it, or read what it is made of. */
async function findEarlierArchive(
  db: WorkerContext['db'],
  order: ExportOrder,
  heads: HeldObjects['heads'],
): Promise<EarlierArchive | undefined> {
  const bundle = await findEarlierBundle(db, order)
  const head = bundle && heads.find(headKey(bundle.key))
  return head && { ...head, key: bundle.key }
}
