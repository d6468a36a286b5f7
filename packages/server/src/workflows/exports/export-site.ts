import { DBOS } from '@dbos-inc/dbos-sdk'
import { beginExport, type ExportOrder } from '../../core/exports/run/begin-export.ts'
import { completeExport, type PublishedBundle } from '../../core/exports/run/complete-export.ts'
import { failExport } from '../../core/exports/run/fail-export.ts'
import { isEngineStop } from '../../engine/is-engine-stop.ts'
import { queueNames } from '../../engine/settings.ts'
import type { WorkerContext } from '../worker/worker-context.ts'
import type { RenderChunk } from './chunks/render-chunk.ts'
import type { ChunkOrder } from './chunks/render-pages.ts'
import { type OpenChunk, storeChunks } from './chunks/store-chunks.ts'
import { archiveSite } from './finish/archive-site.ts'
import { compareAhead, compareExport } from './finish/compare-export.ts'
import { finishExport } from './finish/finish-export.ts'
import { publishSite } from './finish/publish-site.ts'
import { createWorkAhead } from './finish/work-ahead.ts'
import type { ExportStep } from './run-export-step.ts'
import { type ExportSource, fetchExportSource } from './source/fetch-export-source.ts'
import { type ExportPlan, planExport } from './source/plan-export.ts'
import { readFailure } from './to-failure.ts'

const minute = 60_000
// Most faults have passed by then; one that has not must not fill the tables of the engine.
const [firstPauseMs, longestPauseMs] = [5_000, 5 * minute]

/** Does a part of an export's end, once or for as long as it takes. */
type Insist = <Result>(work: () => Promise<Result>) => Promise<Result>

interface Made {
  source: ExportSource
  plan: ExportPlan
}

export interface ExportSiteParts {
  context: WorkerContext
  step: ExportStep
  renderChunk: RenderChunk
}

/** An export from its row to its bundle. Whatever goes wrong becomes a state of the row. */
export function defineExportSite({ context, step, renderChunk }: ExportSiteParts) {
  const { db, log } = context
  const comparisons = createWorkAhead<number>()

  return async function exportSite(exportId: string): Promise<void> {
    try {
      const order = await step('begin', { timeoutMs: minute }, () => beginExport(db, exportId))
      const group = order.organizationId
      const fetching = { timeoutMs: 30 * minute, attempts: 3, turn: { of: 'fetches', rank: 0, group } } as const
      const source = await step('fetch-source', fetching, (signal, turns) =>
        fetchExportSource(context, order, signal, turns.end),
      )
      const plan = await step('plan', { timeoutMs: 30 * minute }, (signal) =>
        planExport(context, order, source, signal),
      )
      const open = await step('keep-chunks', { timeoutMs: 30 * minute }, (signal) =>
        storeChunks(context, order, { source, plan }, signal),
      )
      await renderAll(orderChunks(order, source, plan, open))
      await finish(order, { source, plan })
    } catch (error) {
      if (isEngineStop(error)) throw error
      await fail(exportId, error)
    } finally {
      await comparisons.drop(exportId)
    }
  }

  /** What hosts need comes first. From when the export is published nothing ends it but its completion. */
  async function finish(order: ExportOrder, made: Made): Promise<void> {
    // Exports that began before have one step for the files and the archive.
    if (!(await DBOS.patch('publish-before-archive')))
      return completeWith(order, made.plan, await finishAtOnce(order, made))
    const site = await step('finish', { timeoutMs: 60 * minute }, (signal, turns) =>
      finishExport(context, order, made, signal, turns),
    )
    const isPublished = await untilDone(order, () =>
      step('publish', { timeoutMs: 10 * minute }, (signal, turns) => publishSite(context, order, site, signal, turns)),
    )
    const insist: Insist = (work) => (isPublished ? untilDone(order, work) : work())
    // Comparing addresses needs nothing of the archive. Not begun before it: then hosts take what was published, on the same
    // machine if it is a small one.
    const onUnderWay = () =>
      comparisons.begin(order.exportId, (ahead) => compareAhead(context, order, { site, plan: made.plan }, ahead))
    const archive = await insist(() =>
      step('archive', { timeoutMs: 60 * minute }, (signal, turns) =>
        archiveSite(context, order, site, signal, turns, onUnderWay),
      ),
    )
    const { errors, warnings } = site
    await completeWith(order, made.plan, { ...archive, errors, warnings }, insist)
  }

  function finishAtOnce(order: ExportOrder, made: Made): Promise<PublishedBundle> {
    return step('finish', { timeoutMs: 60 * minute }, async (signal, turns) => {
      const { errors, warnings, ...site } = await finishExport(context, order, made, signal, turns)
      return { ...(await archiveSite(context, order, site, signal, turns)), errors, warnings }
    })
  }

  async function completeWith(
    order: ExportOrder,
    plan: ExportPlan,
    bundle: PublishedBundle,
    insist: Insist = (work) => work(),
  ): Promise<void> {
    const lost = await insist(() =>
      step(
        'compare-addresses',
        { timeoutMs: 30 * minute },
        async (signal) =>
          (await comparisons.take(order.exportId)) ?? compareExport(context, order, { bundle, plan }, signal),
      ),
    )
    const { retentionDays = 0 } = { ...context.limits, ...order.limits }
    const publication = { ...bundle, warnings: bundle.warnings + lost, retentionDays }
    await insist(() => step('complete', { timeoutMs: minute }, () => completeExport(db, order.exportId, publication)))
  }

  /** Hosts serve it, so it is tried again for as long as it takes. */
  async function untilDone<Result>({ exportId }: ExportOrder, work: () => Promise<Result>): Promise<Result> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        return await work()
      } catch (error) {
        if (isEngineStop(error) || isStale(error)) throw error
        log.error({ exportId, err: error }, 'a published export could not be completed; it is tried again')
        await DBOS.sleep(pauseMs)
      }
    }
  }

  /** The chunks are workflows of their own that any worker takes; this one holds none of their slots while it waits. */
  async function renderAll(chunks: readonly ChunkOrder[]): Promise<void> {
    const handles = []
    for (const chunk of chunks) {
      const start = DBOS.startWorkflow(renderChunk, {
        workflowID: workflowOf(chunk),
        queueName: queueNames.chunks,
        // Two exports of one organization take turns, chunk by chunk.
        enqueueOptions: { queuePartitionKey: chunk.organizationId, priority: chunk.index },
      })
      handles.push(await start(chunk))
    }
    await DBOS.waitAll(handles, { pollingIntervalMs: 250 })
    await throwFirstFailure()
  }

  async function throwFirstFailure(): Promise<void> {
    const [failed] = await DBOS.listWorkflows({
      parentWorkflowID: DBOS.workflowID ?? '',
      status: ['ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'],
      loadInput: false,
      loadOutput: false,
      limit: 1,
    })
    if (failed) throw new FailedChunk(failed.workflowID)
  }

  async function fail(exportId: string, error: unknown): Promise<void> {
    const leave = () => log.info({ exportId }, 'the export was ended or deleted by somebody else')
    if (isStale(error)) return leave()
    await step('fail', { timeoutMs: minute, attempts: 10 }, async () => {
      const cause = error instanceof FailedChunk ? await error.read() : error
      if (isStale(cause)) return leave()
      const failure = readFailure(cause)
      log.warn({ exportId, errorCode: failure.code, reason: failure.message }, 'the export failed')
      await failExport(db, exportId, failure)
    })
  }
}

/** Read by its id: in a list of workflows the engine keeps an error's sentence, and forgets its code. */
class FailedChunk extends Error {
  readonly id: string

  constructor(id: string) {
    super(`The chunk ${id} failed.`)
    this.id = id
  }

  async read(): Promise<unknown> {
    const { error, status } = (await DBOS.getWorkflowStatus(this.id)) ?? {}
    return error ?? new Error(`The chunk ${this.id} ended as ${status}.`)
  }
}

/** Made of the parent's id, so that a replayed parent cannot start a chunk twice. */
const workflowOf = ({ exportId, index }: ChunkOrder) => `${exportId}:c${index}`

function isStale(error: unknown): boolean {
  return (error as Error).name === 'StaleExport'
}

// A worker that has nothing of the source reads what a chunk needs alone; for more chunks it reads all of it, once.
const fewChunks = 4

function orderChunks(
  { exportId, organizationId, projectId }: ExportOrder,
  { snapshot }: ExportSource,
  plan: ExportPlan,
  open: readonly OpenChunk[],
): ChunkOrder[] {
  const readsOwnFiles = open.length <= fewChunks
  return open.map((chunk) => ({ exportId, organizationId, projectId, snapshot, plan, readsOwnFiles, ...chunk }))
}
