import { expectRunning } from '../../../core/exports/run/expect-running.ts'
import { recordChunk } from '../../../core/exports/run/record-chunk.ts'
import type { WorkerContext } from '../../worker/worker-context.ts'
import type { ExportStep } from '../run-export-step.ts'
import { type ChunkOrder, renderPages } from './render-pages.ts'

export type RenderChunk = (chunk: ChunkOrder) => Promise<void>

/** A part of an export's pages: rendered, stored as one pack, counted once. */
export function defineRenderChunk({ context, step }: { context: WorkerContext; step: ExportStep }): RenderChunk {
  return async function renderChunk(chunk) {
    const finished = await step('render', { timeoutMs: 30 * 60_000 }, async (signal) => {
      await expectRunning(context.db, chunk.exportId)
      return renderPages(context, chunk, signal)
    })
    await step('record', { timeoutMs: 60_000 }, () => recordChunk(context.db, finished))
  }
}
