import type { ExportOrder } from '../../../core/exports/run/begin-export.ts'
import { listChunks } from '../../../core/exports/run/list-chunks.ts'
import { recordContent, recordFindings } from '../../../core/exports/run/record-findings.ts'
import type { StepTurns } from '../../../engine/step.ts'
import { exportPrefix, exportReportKey } from '../../../storage/object-keys.ts'
import type { FinishAsks } from '../../tasks/finish/finish-site.ts'
import { runTask } from '../../tasks/run-task.ts'
import { taskRanks } from '../../tasks/task-ranks.ts'
import { openObject } from '../../worker/open-object.ts'
import { openSource } from '../../worker/source/open-source.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import { beside, openIndexes } from '../chunks/chunk-objects.ts'
import type { ExportSource } from '../source/fetch-export-source.ts'
import type { StoredPlan } from '../source/plan-export.ts'
import { openSharedPacks, type SharedPacks } from './shared-packs.ts'
import { chooseBundleKey, type StoredSite, storeHead } from './stored-site.ts'

// From here on what idle processes hold of the plan, 200 MB each at 100,000 pages, outweighs the second that new ones
// take.
const pagesOfLargeSite = 10_000

export interface FinishedExport extends StoredSite {
  errors: number
  warnings: number
}

/** Makes what the pages share: from then on all of the site is stored, but for the archive. */
export async function finishExport(
  context: WorkerContext,
  order: ExportOrder,
  made: { source: ExportSource; plan: StoredPlan },
  signal: AbortSignal,
  turns: StepTurns,
): Promise<FinishedExport> {
  const { store, signingKey } = context
  const { commit, committedAt, version, snapshot } = made.source
  const prefix = exportPrefix(order.organizationId, order.exportId)
  using root = await openSource(context, order, snapshot)
  using plan = await context.readPlan(order, made.plan)
  if (plan.pages.length > pagesOfLargeSite) context.pool.rest()
  const packKeys = (await listChunks(context.db, order.exportId)).map((chunk) => chunk.packKey)
  const packs = openIndexes(store, packKeys)
  return await context.cache.withScratch(async (scratch) => {
    using held = new DisposableStack()
    const shared = openSharedPacks(store, `${prefix}shared/`)
    const input = { root: root.path, planFile: plan.file, packs: packKeys.length, scratch: scratch.folder }
    const asks = answerFinish(context, order, { held, packKeys, shared })
    const options = { rank: taskRanks.finish, bytes: root.bytes, room: scratch.room, asks, signal }
    const { renderer, errors, warnings } = await runTask(context, order, 'finishSite', input, options)
    // Manifests are held in memory while they are written.
    using _turn = await turns.enter({ rank: taskRanks.finish, group: order.organizationId })
    const site = { domain: order.domain, version, commit, committedAt, renderer }
    const key = chooseBundleKey(prefix)
    const [stored] = await Promise.all([
      storeHead(store, key, { site, signingKey, packs: [...shared.packs(), ...packs] }),
      shared.stored(),
    ])
    await recordContent(context.db, order.exportId, stored.contentSha256)
    return { ...stored, errors, warnings }
  })
}

interface Finishing {
  /** What of this host is in use until the site is finished. */
  held: DisposableStack
  packKeys: readonly string[]
  shared: SharedPacks
}

/** What finishing needs of the bucket. */
function answerFinish(
  context: WorkerContext,
  { organizationId, exportId, projectId }: ExportOrder,
  { held, packKeys, shared }: Finishing,
): FinishAsks {
  const { db, store } = context
  return {
    facts: async (n) => held.use(await openObject(context, projectId, beside(packKeys[n] ?? '', 'facts'))).path,
    async report({ file, ...counts }) {
      await store.putFile(exportReportKey(organizationId, exportId), file, { contentType: 'application/json' })
      await recordFindings(db, exportId, counts)
    },
    pack: shared.add,
  }
}
