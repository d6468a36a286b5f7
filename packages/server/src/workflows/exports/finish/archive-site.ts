import type { Archive } from '../../../core/exports/bundles/store-delta.ts'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { expectRunning } from '../../../core/exports/run/expect-running.ts'
import type { StepTurns } from '../../../engine/step.ts'
import { taskRanks } from '../../tasks/task-ranks.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import { type StoredSite, storeArchive } from './stored-site.ts'

/** Writes the archive of a site whose files are all stored, and the index of its files. */
export async function archiveSite(
  { db, store }: WorkerContext,
  order: ExportOrder,
  site: StoredSite,
  signal: AbortSignal,
  turns: StepTurns,
): Promise<Archive> {
  await expectRunning(db, order.exportId)
  // Packs are held in memory while they are sent.
  using _turn = await turns.enter({ rank: taskRanks.finish, group: order.organizationId })
  return storeArchive(store, site, signal)
}
