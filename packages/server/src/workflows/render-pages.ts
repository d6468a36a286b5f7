import { buffer } from 'node:stream/consumers'
import { comparePaths, type SourceFile, writePack } from '@bindery/bundle'
import type { PageFacts, RenderedPage } from '@bindery/site'
import type { FinishedChunk } from '../core/exports/record-chunk.ts'
import { exportPrefix } from '../storage/object-keys.ts'
import { storePack } from './chunk-objects.ts'
import { openSnapshot } from './open-snapshot.ts'
import type { ChunkRange } from './plan-chunks.ts'
import type { StoredObject } from './stored-object.ts'
import type { WorkerContext } from './worker-context.ts'

/** One chunk of an export, as its workflow is told it. */
export interface ChunkOrder {
  exportId: string
  organizationId: string
  index: number
  range: ChunkRange
  snapshot: StoredObject
  plan: StoredObject
}

/** Renders the pages of a chunk and stores them as one pack. */
export async function renderPages(
  context: WorkerContext,
  chunk: ChunkOrder,
  signal: AbortSignal,
): Promise<FinishedChunk> {
  const { exportId, organizationId, index, range } = chunk
  const root = await openSnapshot(context, chunk.snapshot)
  const { file: planFile, pages } = await context.readPlan(chunk.plan)
  const routes = pages.slice(range.from, range.to).map((page) => page.route)

  const facts: PageFacts[] = []
  async function* files(): AsyncGenerator<SourceFile> {
    for await (const rendered of context.pool.render({ root, planFile, pages: routes, signal })) {
      facts.push(rendered.facts)
      yield* filesOf(rendered)
    }
  }
  const written = writePack(files())
  const pack = await buffer(written.bytes)
  const prefix = `${exportPrefix(organizationId, exportId)}chunk/${index}/`
  return {
    exportId,
    index,
    pages: facts.filter((page) => !page.failure).length,
    warnings: facts.reduce((sum, page) => sum + page.diagnostics.length, 0),
    packKey: await storePack(context.store, prefix, { pack, index: written.result(), facts }),
  }
}

function filesOf({ files, facts }: RenderedPage): SourceFile[] {
  return files.toSorted((a, b) => comparePaths(a.path, b.path)).map((file) => ({ ...file, page: facts.file }))
}
