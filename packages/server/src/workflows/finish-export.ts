import { randomUUID } from 'node:crypto'
import { type BundleInput, type PackedMember, readSharedMembers, writeBundle } from '@bindery/bundle'
import { finishParts, type Report, reportPath, type SiteFile } from '@bindery/site'
import type { ExportOrder } from '../core/exports/begin-export.ts'
import type { PublishedBundle } from '../core/exports/complete-export.ts'
import { storeFileIndex } from '../core/exports/file-index.ts'
import { findEarlierBundle } from '../core/exports/find-earlier-export.ts'
import { listChunks } from '../core/exports/list-chunks.ts'
import { exportPrefix, exportReportKey } from '../storage/object-keys.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { checkReport, countWarnings } from './check-report.ts'
import { openPacks, readParts } from './chunk-objects.ts'
import type { ExportSource } from './fetch-export-source.ts'
import { openSnapshot } from './open-snapshot.ts'
import { parsePlan } from './plan-reader.ts'
import { storeSharedPacks } from './store-shared-packs.ts'
import type { StoredObject } from './stored-object.ts'
import type { WorkerContext } from './worker-context.ts'

// From here on what idle render processes hold of the plan, 200 MB each at 100,000 pages, outweighs the second that new
// ones take.
const pagesOfLargeSite = 10_000

/** Makes what the pages share, and streams one archive of everything into the bucket. */
export async function finishExport(
  context: WorkerContext,
  order: ExportOrder,
  made: { source: ExportSource; plan: StoredObject },
  signal: AbortSignal,
): Promise<PublishedBundle> {
  const { store, signingKey } = context
  const { commit, version, snapshot } = made.source
  const prefix = exportPrefix(order.organizationId, order.exportId)
  using root = await openSnapshot(context, snapshot)
  using opened = await context.readPlan(made.plan)
  const plan = await parsePlan(opened.file)
  if (plan.pages.length > pagesOfLargeSite) context.pool.rest()
  const packKeys = (await listChunks(context.db, order.exportId)).map((chunk) => chunk.packKey)

  let warnings = 0
  const sharedKeys = await context.cache.withScratch(({ folder }) => {
    const parts = readParts(store, packKeys)
    const files = untilAborted(finishParts({ root: root.path, plan, parts, scratch: folder }), signal)
    const judged = onReport(files, async (report, bytes) => {
      await store.putBytes(exportReportKey(order.organizationId, order.exportId), bytes, {
        contentType: 'application/json',
      })
      checkReport(report)
      warnings = countWarnings(report)
    })
    const earlier = () => readEarlierShared(context, order, signal)
    return storeSharedPacks(context, `${prefix}shared/`, { files: judged, earlier })
  })

  const site = { domain: order.domain, version, commit, renderer: plan.renderer }
  const packs = openPacks(store, [...sharedKeys, ...packKeys])
  const bundle = await storeBundle(store, `${prefix}bundle/`, { site, packs, signingKey }, signal)
  return { ...bundle, warnings }
}

async function* readEarlierShared(
  { db, store }: WorkerContext,
  order: ExportOrder,
  signal: AbortSignal,
): AsyncGenerator<PackedMember> {
  const bundle = await findEarlierBundle(db, order)
  if (bundle) yield* readSharedMembers(await store.getStream(bundle.key, { expected: bundle, signal }))
}

async function* untilAborted(files: AsyncIterable<SiteFile>, signal: AbortSignal): AsyncGenerator<SiteFile> {
  for await (const file of files) {
    signal.throwIfAborted()
    yield file
  }
}

/** Lets the report be read as it passes by. */
async function* onReport(
  files: AsyncIterable<SiteFile>,
  read: (report: Report, bytes: Uint8Array) => Promise<void>,
): AsyncGenerator<SiteFile> {
  for await (const file of files) {
    if (file.path === reportPath) await read(JSON.parse(Buffer.from(file.bytes).toString()), file.bytes)
    yield file
  }
}

/**
 * Each attempt writes an object of its own, and the one whose attempt the engine records is published. An attempt never
 * removes another's: the one that wakes late cannot know that its rival was published meanwhile. What a killed one
 * leaves goes with the export.
 */
async function storeBundle(store: ObjectStore, prefix: string, input: BundleInput, signal: AbortSignal) {
  const key = `${prefix}${randomUUID()}.tar.gz`
  const bundle = writeBundle(input)
  const { bytes, sha256 } = await store.putStream(key, bundle.bytes, { contentType: 'application/gzip', signal })
  await storeFileIndex(store, key, { packs: input.packs, packsOffset: bundle.result().packsOffset })
  return { key, bytes, sha256 }
}
