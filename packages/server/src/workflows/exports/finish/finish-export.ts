import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type BundleInput, readSharedMembers, writeBundle } from '@bindery/bundle'
import { searchedKey, storeFileIndex } from '../../../core/exports/bundles/file-index.ts'
import type { Archive } from '../../../core/exports/bundles/store-delta.ts'
import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import type { PublishedBundle } from '../../../core/exports/run/complete-export.ts'
import { findEarlierBundle } from '../../../core/exports/run/find-earlier-export.ts'
import { listChunks } from '../../../core/exports/run/list-chunks.ts'
import { recordFindings } from '../../../core/exports/run/record-findings.ts'
import type { StepTurns } from '../../../engine/step.ts'
import { exportPrefix, exportReportKey } from '../../../storage/object-keys.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'
import { retryRead } from '../../../storage/retry-read.ts'
import type { Scratch } from '../../cache/host-cache.ts'
import { createMeter } from '../../cache/meter.ts'
import type { FinishAsks } from '../../tasks/finish/finish-site.ts'
import type { SearchedPacks } from '../../tasks/finish/settle-scopes.ts'
import type { EarlierMember, EarlierMembers } from '../../tasks/finish/spool-files.ts'
import { runTask } from '../../tasks/run-task.ts'
import { taskRanks } from '../../tasks/task-ranks.ts'
import { openSource } from '../../worker/source/open-source.ts'
import type { StoredObject } from '../../worker/stored-object.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import { beside, nameOfPack, openPacks, orMissing, storePack } from '../chunks/chunk-objects.ts'
import type { ExportSource } from '../source/fetch-export-source.ts'

// From here on what idle processes hold of the plan, 200 MB each at 100,000 pages, outweighs the second that new ones
// take.
const pagesOfLargeSite = 10_000

/** Makes what the pages share, and streams one archive of everything into the bucket. */
export async function finishExport(
  context: WorkerContext,
  order: ExportOrder,
  made: { source: ExportSource; plan: StoredObject },
  signal: AbortSignal,
  turns: StepTurns,
): Promise<PublishedBundle> {
  const { store, signingKey } = context
  const { commit, version, snapshot } = made.source
  const prefix = exportPrefix(order.organizationId, order.exportId)
  using root = await openSource(context, order, snapshot)
  using plan = await context.readPlan(order, made.plan)
  if (plan.pages.length > pagesOfLargeSite) context.pool.rest()
  const packKeys = (await listChunks(context.db, order.exportId)).map((chunk) => chunk.packKey)
  const sharedKeys = new Set<string>()
  const { renderer, errors, warnings, searched } = await context.cache.withScratch(async (scratch) => {
    const earlier = await openEarlier(context, order, scratch, signal)
    const made = { root: root.path, planFile: plan.file, packs: packKeys.map(nameOfPack) }
    const input = { ...made, ...earlier, scratch: scratch.folder }
    const asks = answerFinish(context, order, { scratch, packKeys, sharedKeys })
    const options = { rank: taskRanks.finish, bytes: root.bytes, room: scratch.room, asks, signal }
    return await runTask(context, order, 'finishSite', input, options)
  })
  // Packs are held in memory while they are written on.
  using _turn = await turns.enter({ rank: taskRanks.finish, group: order.organizationId })
  const site = { domain: order.domain, version, commit, renderer }
  const packs = openPacks(store, [...sharedKeys, ...packKeys])
  const bundle = await storeBundle(store, `${prefix}bundle/`, { site, packs, signingKey }, signal)
  await store.putBytes(searchedKey(bundle.key), Buffer.from(JSON.stringify(searched)))
  return { ...bundle, errors, warnings }
}

interface Finishing {
  scratch: Scratch
  packKeys: readonly string[]
  /** Filled as the packs are stored; an attempt whose process has ended may have stored some of them before. */
  sharedKeys: Set<string>
}

/** What finishing needs of the bucket. */
function answerFinish(
  { db, store }: WorkerContext,
  { organizationId, exportId }: ExportOrder,
  { scratch, packKeys, sharedKeys }: Finishing,
): FinishAsks {
  const { folder, room } = scratch
  return {
    async part(n) {
      const key = beside(packKeys[n] ?? '', 'facts')
      const file = join(folder, `part-${n}`)
      await room.take((await store.head(key))?.bytes ?? 0)
      await store.getFile(key, file)
      return file
    },
    async report({ file, ...counts }) {
      await store.putFile(exportReportKey(organizationId, exportId), file, { contentType: 'application/json' })
      await recordFindings(db, exportId, counts)
    },
    async pack(written) {
      sharedKeys.add(await storePack(store, `${exportPrefix(organizationId, exportId)}shared/`, written))
    },
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

/** What the bundle before has of what the pages share, and what its search was made of. */
async function openEarlier(context: WorkerContext, order: ExportOrder, scratch: Scratch, signal: AbortSignal) {
  const bundle = await findEarlierBundle(context.db, order)
  if (!bundle) return { earlier: undefined, searched: undefined }
  const found = await orMissing(context.store.getBytes(searchedKey(bundle.key)))
  const searched = found && (JSON.parse(found.toString()) as SearchedPacks)
  return { earlier: await spoolEarlier(context, bundle, scratch, signal), searched }
}

/** Puts the shared files of the bundle before aside, packed as they are: what has not changed is not compressed again. */
async function spoolEarlier(
  { store }: WorkerContext,
  bundle: Archive,
  { folder, room }: Scratch,
  signal: AbortSignal,
): Promise<EarlierMembers | undefined> {
  const members = { spool: join(folder, 'earlier'), list: join(folder, 'earlier-list') }
  return orMissing(
    retryRead(async () => {
      using meter = createMeter(room, signal)
      await using spool = await open(members.spool, 'w')
      await using list = await open(members.list, 'w')
      let offset = 0
      const archive = await store.getStream(bundle.key, { expected: bundle, signal })
      for await (const { file, member } of readSharedMembers(archive)) {
        const line: EarlierMember = { file, offset, length: member.length }
        await meter.add(member.length)
        // At once: 2,000 small members take 10 ms so, and twenty times as long by and by.
        offset += writeSync(spool.fd, member)
        writeSync(list.fd, `${JSON.stringify(line)}\n`)
      }
      return members
    }, signal),
  )
}
