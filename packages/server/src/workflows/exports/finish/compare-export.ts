import { join } from 'node:path'
import { fileIndexObjects } from '../../../core/exports/bundles/file-index.ts'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import type { PublishedBundle } from '../../../core/exports/run/complete-export.ts'
import { findPublishedBundle } from '../../../core/exports/run/find-published-bundle.ts'
import { exportReportKey } from '../../../storage/object-keys.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'
import type { Scratch } from '../../cache/host-cache.ts'
import type { StoredSiteAsks } from '../../tasks/finish/open-stored-site.ts'
import { runTask } from '../../tasks/run-task.ts'
import { taskRanks } from '../../tasks/task-ranks.ts'
import type { StoredObject } from '../../worker/stored-object.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import { orMissing } from '../chunks/chunk-objects.ts'

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
  { planFile, ...sites }: Archives,
  scratch: Scratch,
  signal: AbortSignal,
): Promise<number> {
  const { store } = context
  const reportKey = exportReportKey(order.organizationId, order.exportId)
  const report = join(scratch.folder, 'report.json')
  await fetchFile(store, reportKey, report, scratch)
  const input = {
    before: { name: 'before', index: await fetchIndex(store, 'before', sites.before.key, scratch) },
    now: { name: 'now', index: await fetchIndex(store, 'now', sites.now.key, scratch) },
    report,
    planFile,
  } as const
  const asks = answerCompare(store, sites, scratch, signal)
  const bytes = sites.before.bytes + sites.now.bytes
  const options = { rank: taskRanks.finish, bytes, room: scratch.room, asks, signal }
  const lost = await runTask(context, order, 'compareSites', input, options)
  if (lost > 0) await store.putFile(reportKey, report, { contentType: 'application/json' })
  return lost
}

/** Bundles of the first releases have none. */
async function fetchIndex(store: ObjectStore, name: string, bundleKey: string, scratch: Scratch) {
  const keys = fileIndexObjects(bundleKey)
  const index = { contents: join(scratch.folder, `${name}-contents`), blocks: join(scratch.folder, `${name}-blocks`) }
  const fetched = await orMissing(
    Promise.all([
      fetchFile(store, keys.contents, index.contents, scratch),
      fetchFile(store, keys.blocks, index.blocks, scratch),
    ]),
  )
  return fetched && index
}

async function fetchFile(store: ObjectStore, key: string, file: string, { room }: Scratch): Promise<void> {
  await room.take((await store.head(key))?.bytes ?? 0)
  await store.getFile(key, file)
}

/** What comparing needs of the bucket: pages that differ, and an archive only where nearly all do. */
function answerCompare(
  store: ObjectStore,
  sites: Pick<Archives, 'before' | 'now'>,
  { folder, room }: Scratch,
  signal: AbortSignal,
): StoredSiteAsks {
  return {
    range: ({ name, offset, length }) => store.getRange(sites[name].key, { offset, length }, { signal }),
    async archive(name) {
      const file = join(folder, name)
      await room.take(sites[name].bytes, signal)
      await store.getFile(sites[name].key, file)
      return file
    },
  }
}
