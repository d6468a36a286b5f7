import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Diagnostic } from '@bindery/agent'
import type { AgentJobOrder } from '../../core/agent-jobs/turns/begin-agent-job.ts'
import { ExportFailure } from '../../core/exports/export-failure.ts'
import { recordEndedProcess } from '../../core/jobs/record-ended-process.ts'
import { diskBytes } from '../cache/disk-size.ts'
import type { Scratch } from '../cache/host-cache.ts'
import { explainPage } from '../tasks/explain-ends.ts'
import { planName } from '../tasks/plan/plan-files.ts'
import { processesToFail, runTask } from '../tasks/run-task.ts'
import { type OrderedPage, readPages } from '../worker/plan-reader.ts'
import type { WorkerContext } from '../worker/worker-context.ts'

interface Site {
  /** The repository. */
  root: string
  /** What it takes of the disk, more or less. */
  bytes: number
}

interface Diagnosis {
  context: WorkerContext
  order: AgentJobOrder
  /** The docs folder. */
  root: string
  bytes: number
  /** Holds the plan, and whatever is made on the way. */
  folder: string
  scratch: Scratch
  signal: AbortSignal
}

/** All that the exporter would report about a docs folder, by the paths of the repository. Gives a file of findings. */
export async function diagnoseSite(
  context: WorkerContext,
  order: AgentJobOrder,
  { root, bytes }: Site,
  scratch: Scratch,
  signal: AbortSignal,
): Promise<string> {
  const folder = join(scratch.folder, randomUUID())
  const findings = `${folder}.json`
  const diagnosis = { context, order, root: join(root, order.docsPath), bytes, folder, scratch, signal }
  try {
    await reportSite(diagnosis, findings)
  } catch (error) {
    if (!(error instanceof ExportFailure && error.code === 'configuration_invalid')) throw error
    const file = join(order.docsPath, 'docs.json')
    const found: Diagnostic[] = [{ file, kind: 'configuration', message: error.message }]
    await writeFile(findings, JSON.stringify(found))
  }
  await rm(folder, { recursive: true, force: true })
  return findings
}

async function reportSite(diagnosis: Diagnosis, findings: string): Promise<void> {
  const { context, order, root, bytes, folder, scratch, signal } = diagnosis
  const options = { bytes, room: scratch.room, signal }
  const mostPages = Number.POSITIVE_INFINITY
  await runTask(context, order, 'planSite', { root, mostPages, folder }, options)
  const packs = await renderParts(diagnosis, await readPages(folder))
  const asks = { facts: async (n: number) => packs[n] }
  const planFile = join(folder, planName)
  const input = { root, planFile, packs: packs.length, docsPath: order.docsPath, scratch: folder, findings }
  await runTask(context, order, 'reportSite', input, { ...options, asks })
}

// As in a chunk of an export.
const pagesOfPart = 128

/** Renders the site part by part and holds on to what the report is made from. */
async function renderParts(diagnosis: Diagnosis, pages: OrderedPage[]): Promise<string[]> {
  const { context, order, bytes, folder, scratch, signal } = diagnosis
  const parts: string[] = []
  await mkdir(join(folder, 'pages'))
  for (let from = 0; from < pages.length; from += pagesOfPart) {
    const files = await renderFacts(diagnosis, pages.slice(from, from + pagesOfPart))
    const part = join(folder, `part-${parts.length}`)
    await runTask(context, order, 'joinPages', { files, facts: part }, { bytes, room: scratch.room, signal })
    await Promise.all(files.map((file) => rm(file)))
    parts.push(part)
  }
  return parts
}

async function renderFacts(diagnosis: Diagnosis, pages: OrderedPage[]): Promise<string[]> {
  const { context, order, root, folder, scratch, signal } = diagnosis
  const files = new Map(pages.map(({ route }, at) => [route, join(folder, 'pages', String(at))]))
  const written = context.pool.renderToFiles({
    root,
    planFile: join(folder, planName),
    pages: [...files.keys()],
    group: order.organizationId,
    fileOf: (route) => files.get(route) as string,
    factsOnly: true,
    async onProcessEnded(route, ended) {
      const { count } = await recordEndedProcess(context.db, order, `page ${route}`)
      const file = pages.find((page) => page.route === route)?.file ?? route
      if (count >= processesToFail) throw explainPage(file, ended)
      return undefined
    },
    signal,
  })
  let taken = 0
  for await (const page of written) {
    await scratch.room.take(diskBytes(page.bytes), signal)
    taken += diskBytes(page.bytes)
  }
  // They go as soon as they are joined.
  scratch.room.free(taken)
  return [...files.values()]
}
