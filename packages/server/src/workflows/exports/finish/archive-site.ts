import type { Archive } from '../../../core/exports/bundles/store-delta.ts'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { expectRunning } from '../../../core/exports/run/expect-running.ts'
import type { StepTurns } from '../../../engine/step.ts'
import { taskRanks } from '../../tasks/task-ranks.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import { openHeldObjects } from '../chunks/held-objects.ts'
import { type StoredSite, storeArchive } from './stored-site.ts'

/** Writes the one archive of a site whose files are all stored, and the index of its files. */
export async function archiveSite(
  { db, store, cache }: WorkerContext,
  { exportId, organizationId, projectId }: ExportOrder,
  site: StoredSite,
  signal: AbortSignal,
  turns: StepTurns,
  /** Called when a quarter of it is written. */
  onUnderWay?: () => void,
): Promise<Archive> {
  await expectRunning(db, exportId)
  // Packs are held in memory while they are written on.
  using _turn = await turns.enter({ rank: taskRanks.finish, group: organizationId })
  const { indexes } = openHeldObjects(cache.held, projectId)
  return storeArchive(store, site, indexes, signal, onUnderWay)
}
