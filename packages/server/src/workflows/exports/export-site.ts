import { DBOS } from '@dbos-inc/dbos-sdk'
import { beginExport, type ExportOrder } from '../../core/exports/run/begin-export.ts'
import { failExport } from '../../core/exports/run/fail-export.ts'
import { completeExport } from '../../core/publications/complete-export.ts'
import { isEngineStop } from '../../engine/is-engine-stop.ts'
import { queueNames } from '../../engine/settings.ts'
import type { WorkerContext } from '../worker/worker-context.ts'
import type { RenderChunk } from './chunks/render-chunk.ts'
import type { ChunkOrder } from './chunks/render-pages.ts'
import { type OpenChunk, storeChunks } from './chunks/store-chunks.ts'
import { archiveSite } from './finish/archive-site.ts'
import { compareExport } from './finish/compare-export.ts'
import { finishExport } from './finish/finish-export.ts'
import type { ExportStep } from './run-export-step.ts'
import { type ExportSource, fetchExportSource } from './source/fetch-export-source.ts'
import { type ExportPlan, planExport } from './source/plan-export.ts'
import { readFailure } from './to-failure.ts'

const minute = 60_000

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
    }
  }

  /** Completing the export publishes it. */
  async function finish(order: ExportOrder, made: Made): Promise<void> {
    const site = await step('finish', { timeoutMs: 60 * minute }, (signal, turns) =>
      finishExport(context, order, made, signal, turns),
    )
    const archive = await step('archive', { timeoutMs: 60 * minute }, (signal, turns) =>
      archiveSite(context, order, site, signal, turns),
    )
    const lost = await step('compare-addresses', { timeoutMs: 30 * minute }, (signal) =>
      compareExport(context, order, { bundle: archive, plan: made.plan }, signal),
    )
    const { retentionDays = 0 } = { ...context.limits, ...order.limits }
    const publication = { ...archive, errors: site.errors, warnings: site.warnings + lost, retentionDays }
    await step('complete', { timeoutMs: minute }, () => completeExport(db, order.exportId, publication))
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
