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
  const fetchFile = createFetcher(store, scratch, signal)
  const [report, before, now] = await Promise.all([
    fetchFile(reportKey, 'report.json'),
    fetchIndex(fetchFile, 'before', sites.before.key),
    fetchIndex(fetchFile, 'now', sites.now.key),
  ])
  const input = {
    before: { name: 'before', index: before },
    now: { name: 'now', index: now },
    report,
    planFile,
  } as const
  const asks = answerCompare(store, sites, fetchFile, signal)
  const bytes = sites.before.bytes + sites.now.bytes
  const options = { rank: taskRanks.finish, bytes, room: scratch.room, asks, signal }
  const lost = await runTask(context, order, 'compareSites', input, options)
  if (lost > 0) await store.putFile(reportKey, report, { contentType: 'application/json' })
  return lost
}

/** Brings an object into the scratch folder once there is room for it; gives its file there. */
function createFetcher(store: ObjectStore, { folder, room }: Scratch, signal: AbortSignal) {
  return async (key: string, name: string, bytes?: number): Promise<string> => {
    const file = join(folder, name)
    await room.take(bytes ?? (await store.head(key))?.bytes ?? 0, signal)
    await store.getFile(key, file)
    return file
  }
}

type FetchFile = ReturnType<typeof createFetcher>

/** Bundles of the first releases have none. */
async function fetchIndex(fetchFile: FetchFile, name: string, bundleKey: string) {
  const keys = fileIndexObjects(bundleKey)
  const fetched = await orMissing(
    Promise.all([fetchFile(keys.contents, `${name}-contents`), fetchFile(keys.blocks, `${name}-blocks`)]),
  )
  return fetched && { contents: fetched[0], blocks: fetched[1] }
}

/** What comparing needs of the bucket: pages that differ, and an archive only where nearly all do. */
function answerCompare(
  store: ObjectStore,
  sites: Pick<Archives, 'before' | 'now'>,
  fetchFile: FetchFile,
  signal: AbortSignal,
): StoredSiteAsks {
  return {
    range: ({ name, offset, length }) => store.getRange(sites[name].key, { offset, length }, { signal }),
    archive: (name) => fetchFile(sites[name].key, name, sites[name].bytes),
  }
}
