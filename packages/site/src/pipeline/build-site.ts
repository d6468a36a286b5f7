import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FetchedSpecs } from '../model/fetched-specs.ts'
import type { FileDates } from '../model/file-dates.ts'
import type { PageFacts } from '../model/page-facts.ts'
import type { RemoteAssets } from '../model/remote-assets.ts'
import type { SiteFile } from '../model/site-file.ts'
import { type Report, reportPath } from '../outputs/report/report.ts'
import { listCandidates, listConfigured } from '../plan/assets/remote/list-candidates.ts'
import type { AuthorCodeMode } from '../plan/files/plan-scripts.ts'
import { PlanMemory } from '../plan/memory/plan-memory.ts'
import { pickPages } from '../plan/narrow-plan.ts'
import { planSite } from '../plan/plan-site.ts'
import { finishSite } from './finish-site.ts'
import { joinInTurn } from './join-facts.ts'
import { listRemoteAssets } from './list-remote-assets.ts'
import type { RenderPool } from './pool/create-render-pool.ts'

export interface BuildOptions {
  root: string
  /** Where the site will stand: canonical addresses and the sitemap need it. */
  siteUrl?: string
  /** A page that cannot be rendered as it was written fails the site. */
  strict?: boolean | undefined
  /** Whether code of the author's may run in readers' browsers; it may not, unless this says so. */
  authorCode?: AuthorCodeMode | undefined
  /** Descriptions of APIs that the site names on other hosts. */
  fetched?: FetchedSpecs | undefined
  /** Says when files were last changed, see `PlanOptions`. */
  readDates?: (() => Promise<FileDates>) | undefined
  /** Fetches what the site shows of other hosts; without it their addresses stay in the pages. */
  fetchAssets?: ((urls: string[]) => Promise<RemoteAssets | undefined>) | undefined
  /** Stays open: further builds find its processes warm. */
  pool: RenderPool
  /** Whose pages these are, where several use the pool. */
  group?: string
  /** Takes each file as it is made, in no promised order; the next waits for it. */
  write(file: SiteFile): Promise<void>
  onProgress?(progress: { done: number; total: number }): void
  signal?: AbortSignal
}

/** A whole site on one machine: plan, render on every core, finish. */
export async function buildSite(options: BuildOptions): Promise<Report> {
  const { root, siteUrl, strict, authorCode, fetched, readDates, pool, group = '', write, onProgress, signal } = options
  const folder = await mkdtemp(join(tmpdir(), 'bindery-'))
  try {
    const planFile = join(folder, 'plan.json')
    const memory = new PlanMemory()
    const remote = await fetchRemote(options, join(folder, 'pages.json'), memory)
    const plan = await planSite(root, {
      fetched,
      readDates,
      remote,
      strict,
      authorCode,
      memory,
      ...(siteUrl !== undefined && { siteUrl }),
    })
    await writeFile(planFile, JSON.stringify(plan))
    return await finish({ root, plan, parts: joinInTurn(renderAll()), scratch: folder }, write)

    async function* renderAll(): AsyncGenerator<PageFacts> {
      const pages = plan.pages.map((page) => page.route)
      let done = 0
      for await (const { files, facts } of pool.render({ root, planFile, pages, group, ...(signal && { signal }) })) {
        for (const file of files) await write(file)
        onProgress?.({ done: ++done, total: pages.length })
        yield facts
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fetchRemote(
  { root, fetched, fetchAssets, pool, group = '', signal }: BuildOptions,
  planFile: string,
  memory: PlanMemory,
): Promise<RemoteAssets | undefined> {
  if (!fetchAssets) return undefined
  const plan = await planSite(root, { fetched, withoutAssets: true, memory })
  const pages = await listCandidates(root, plan, memory)
  await writeFile(planFile, JSON.stringify(pickPages(plan, new Set(pages))))
  const configured = listConfigured(plan)
  return fetchAssets(await listRemoteAssets({ configured, root, planFile, pages, pool, group, signal }))
}

async function finish(input: Parameters<typeof finishSite>[0], write: BuildOptions['write']) {
  let report: Report | undefined
  for await (const file of finishSite(input)) {
    if (file.path === reportPath) report = JSON.parse(new TextDecoder().decode(file.bytes)) as Report
    await write(file)
  }
  if (!report) throw new Error('The site was finished without a report.')
  return report
}
