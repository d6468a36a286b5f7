import { join } from 'node:path'
import { fileIndexObjects, headKey } from '../../../core/exports/bundles/file-index.ts'
import type { Archive } from '../../../core/exports/bundles/store-delta.ts'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import type { PublishedBundle } from '../../../core/exports/run/complete-export.ts'
import { findPublishedBundle } from '../../../core/exports/run/find-published-bundle.ts'
import { exportReportKey } from '../../../storage/object-keys.ts'
import type { ByteRange, ObjectStore } from '../../../storage/object-store.ts'
import type { Scratch } from '../../cache/host-cache.ts'
import type { CompareAsks } from '../../tasks/finish/compare-sites.ts'
import type { StoredSiteAsks } from '../../tasks/finish/open-stored-site.ts'
import { runTask } from '../../tasks/run-task.ts'
import { taskRanks } from '../../tasks/task-ranks.ts'
import type { StoredObject } from '../../worker/stored-object.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import { orMissing } from '../chunks/chunk-objects.ts'
import { openHeldObjects } from '../chunks/held-objects.ts'
import { findHeldDifference } from './held-difference.ts'
import { readStoredRange, type StoredSite } from './stored-site.ts'

/** A bundle, of which parts are read, or all of it if its archive is there. */
interface ReadBundle {
  key: string
  bytes: number
  read(range: ByteRange): Promise<Uint8Array>
  isArchived: boolean
}

interface Compared {
  before: ReadBundle
  now: ReadBundle
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
    return await compareWith(
      context,
      order,
      { published, now: readArchive(context.store, bundle, signal), plan },
      signal,
    )
  } catch (error) {
    if (signal.aborted) throw error
    context.log.warn(
      { exportId: order.exportId, err: error },
      'the export could not be compared with the published one',
    )
    return 0
  }
}

/**
 * The same before the archive is there, out of what it is made of. It throws where something goes wrong, and where nearly all
 * pages differ, for which the archive is needed.
 */
export async function compareAhead(
  context: WorkerContext,
  order: ExportOrder,
  { site, plan }: { site: StoredSite; plan: StoredObject },
  signal: AbortSignal,
): Promise<number> {
  const published = order.requestedPaths ? undefined : await findPublishedBundle(context.db, order)
  if (!published) return 0
  const bytes = [site.head, ...site.packs].reduce((sum, part) => sum + part.bytes, 0)
  const read = (range: ByteRange) => readStoredRange(context.store, site, range, signal)
  const now = { key: site.key, bytes, read, isArchived: false }
  return await compareWith(context, order, { published, now, plan }, signal)
}

function readArchive(store: ObjectStore, { key, bytes }: Archive, signal: AbortSignal): ReadBundle {
  return { key, bytes, read: (range) => store.getRange(key, range, { signal }), isArchived: true }
}

async function compareWith(
  context: WorkerContext,
  order: ExportOrder,
  { published, now, plan }: { published: Archive; now: ReadBundle; plan: StoredObject },
  signal: AbortSignal,
): Promise<number> {
  using opened = await context.readPlan(order, plan)
  const compared = { before: readArchive(context.store, published, signal), now, planFile: opened.file }
  return await context.cache.withScratch((scratch) => compare(context, order, compared, scratch, signal))
}

async function compare(
  context: WorkerContext,
  order: ExportOrder,
  { planFile, ...sites }: Compared,
  scratch: Scratch,
  signal: AbortSignal,
): Promise<number> {
  const { store, cache } = context
  const reportKey = exportReportKey(order.organizationId, order.exportId)
  const fetchFile = createFetcher(store, scratch, signal)
  const ends = { from: headKey(sites.before.key), to: headKey(sites.now.key) }
  const known = await findHeldDifference(openHeldObjects(cache.held, order.projectId), ends)
  const [before, now] = known
    ? [{ files: known.before }, { files: known.now }]
    : await Promise.all([
        fetchIndex(fetchFile, 'before', sites.before.key),
        fetchIndex(fetchFile, 'now', sites.now.key),
      ])
  let report: string | undefined
  const asks: CompareAsks = {
    ...answerCompare(sites, fetchFile),
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

/** What comparing needs of the bucket: pages that differ, and an archive only where nearly all do. */
function answerCompare(sites: Pick<Compared, 'before' | 'now'>, fetchFile: FetchFile): StoredSiteAsks {
  return {
    range: ({ name, ...range }) => sites[name].read(range),
    async archive(name) {
      const { key, bytes, isArchived } = sites[name]
      if (!isArchived) throw new Error(`The archive ${key} is not written yet.`)
      return fetchFile(key, name, bytes)
    },
  }
}
