import { join } from 'node:path'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import type { PublishedBundle } from '../../../core/exports/run/complete-export.ts'
import { findPublishedBundle } from '../../../core/exports/run/find-published-bundle.ts'
import { exportReportKey } from '../../../storage/object-keys.ts'
import type { Scratch } from '../../cache/host-cache.ts'
import { runTask } from '../../tasks/run-task.ts'
import { taskRanks } from '../../tasks/task-ranks.ts'
import type { StoredObject } from '../../worker/stored-object.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'

interface Archives {
  before: { key: string; bytes: number }
  now: { key: string; bytes: number }
  planFile: string
}

/**
 * Adds to the report of an export, and not to its bundle, which addresses of the published site it would lose; how many,
 * counted as warnings. The comparison is a service to the author: whatever goes wrong with it, the export goes on.
 */
export async function compareExport(
  context: WorkerContext,
  order: ExportOrder,
  { bundle, plan }: { bundle: PublishedBundle; plan: StoredObject },
  signal: AbortSignal,
): Promise<number> {
  try {
    const published = order.requestedPaths ? undefined : await findPublishedBundle(context.db, order)
    if (!published || published.sha256 === bundle.sha256) return 0
    using opened = await context.readPlan(order, plan)
    const archives = { before: published, now: bundle, planFile: opened.file }
    return await context.cache.withScratch((scratch) => compare(context, order, archives, scratch, signal))
  } catch (error) {
    if (signal.aborted) throw error
    context.log.warn(
      { exportId: order.exportId, err: error },
      'the export could not be compared with the published one',
    )
    return 0
  }
}

async function compare(
  context: WorkerContext,
  order: ExportOrder,
  { before, now, planFile }: Archives,
  { folder, room }: Scratch,
  signal: AbortSignal,
): Promise<number> {
  const { store } = context
  const reportKey = exportReportKey(order.organizationId, order.exportId)
  const report = { key: reportKey, bytes: (await store.head(reportKey))?.bytes ?? 0 }
  const files = { before: join(folder, 'before'), now: join(folder, 'now'), report: join(folder, 'report.json') }
  for (const [file, { key, bytes }] of [
    [files.before, before],
    [files.now, now],
    [files.report, report],
  ] as const) {
    await room.take(bytes, signal)
    await store.getFile(key, file)
  }
  const options = { rank: taskRanks.finish, bytes: before.bytes + now.bytes, room, signal }
  const lost = await runTask(context, order, 'compareSites', { ...files, planFile }, options)
  if (lost > 0) await store.putFile(reportKey, files.report, { contentType: 'application/json' })
  return lost
}
