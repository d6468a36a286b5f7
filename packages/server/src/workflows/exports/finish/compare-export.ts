import { join } from 'node:path'
import { fileIndexObjects } from '../../../core/exports/bundles/file-index.ts'
import type { Archive } from '../../../core/exports/bundles/store-delta.ts'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { findPublishedBundle } from '../../../core/exports/run/find-published-bundle.ts'
import { exportReportKey } from '../../../storage/object-keys.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'
import type { Scratch } from '../../cache/host-cache.ts'
import type { CompareAsks } from '../../tasks/finish/compare-sites.ts'
import type { StoredSiteAsks } from '../../tasks/finish/open-stored-site.ts'
import { runTask } from '../../tasks/run-task.ts'
import { taskRanks } from '../../tasks/task-ranks.ts'
import type { StoredObject } from '../../worker/stored-object.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import { orMissing } from '../chunks/chunk-objects.ts'

interface Compared {
  before: Archive
  now: Archive
  planFile: string
}

/**
 * Adds the addresses that the published site has and the export has not to its report, which is not part of the bundle. Returns
 * their number, which counts as warnings. A failed comparison does not end the export.
 */
export async function compareExport(
  context: WorkerContext,
  order: ExportOrder,
  { bundle: now, plan }: { bundle: Archive; plan: StoredObject },
  signal: AbortSignal,
): Promise<number> {
  try {
    const before = order.requestedPaths ? undefined : await findPublishedBundle(context.db, order)
    if (!before || before.sha256 === now.sha256) return 0
    using opened = await context.readPlan(order, plan)
    const compared = { before, now, planFile: opened.file }
    return await context.cache.withScratch((scratch) => compare(context, order, compared, scratch, signal))
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
  { planFile, ...sites }: Compared,
  scratch: Scratch,
  signal: AbortSignal,
): Promise<number> {
  const { store } = context
  const reportKey = exportReportKey(order.organizationId, order.exportId)
  const fetchFile = createFetcher(store, scratch, signal)
  const [before, now] = await Promise.all([
    fetchIndex(fetchFile, 'before', sites.before.key),
    fetchIndex(fetchFile, 'now', sites.now.key),
  ])
  let report: string | undefined
  const asks: CompareAsks = {
    ...answerCompare(store, sites, fetchFile, signal),
    async report() {
      report = await fetchFile(reportKey, 'report.json')
      return report
    },
  }
  const input = { before: { name: 'before', ...before }, now: { name: 'now', ...now }, planFile } as const
  const bytes = sites.before.bytes + sites.now.bytes
  const options = { rank: taskRanks.finish, bytes, room: scratch.room, asks, signal }
  const lost = await runTask(context, order, 'compareSites', input, options)
  if (report) await store.putFile(reportKey, report, { contentType: 'application/json' })
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
  return { index: fetched && { contents: fetched[0], blocks: fetched[1] } }
}

/** Reads the pages that differ, or an archive if nearly all do. */
function answerCompare(
  store: ObjectStore,
  sites: Pick<Compared, 'before' | 'now'>,
  fetchFile: FetchFile,
  signal: AbortSignal,
): StoredSiteAsks {
  return {
    range: ({ name, ...range }) => store.getRange(sites[name].key, range, { signal }),
    archive: (name) => fetchFile(sites[name].key, name, sites[name].bytes),
  }
}
