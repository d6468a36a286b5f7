import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assetOutput } from './assets/resolve-asset.ts'
import type { SiteFile } from './files.ts'
import type { PageFacts } from './page-facts.ts'
import { byCodeUnit } from './plan/list-files.ts'
import type { SitePlan } from './plan/site-plan.ts'
import { ReportCollector } from './report/collect-report.ts'
import { reportPath } from './report/report.ts'

export interface FinishInput {
  root: string
  plan: SitePlan
  facts: AsyncIterable<PageFacts> | Iterable<PageFacts>
}

/** Everything of a site that is not a page of its author: shared parts, assets, redirects and the report. */
export async function* finishSite({ root, plan, facts }: FinishInput): AsyncGenerator<SiteFile> {
  const report = new ReportCollector(plan)
  const used = { assets: new Set<string>(), downloads: new Set<string>() }
  for await (const page of facts) {
    report.add(page)
    for (const path of page.assets) used.assets.add(path)
    for (const path of page.downloads) used.downloads.add(path)
  }
  yield* copyAssets(root, plan, used)
  yield textFile(reportPath, `${JSON.stringify(report.finish(), null, 1)}\n`)
}

async function* copyAssets(root: string, plan: SitePlan, used: { assets: Set<string>; downloads: Set<string> }) {
  for (const path of [...used.assets].sort(byCodeUnit)) {
    const asset = plan.assets[path]
    if (asset) yield { path: assetOutput(path, asset), bytes: await readFile(join(root, path)) }
  }
  for (const path of [...used.downloads].sort(byCodeUnit)) yield { path, bytes: await readFile(join(root, path)) }
}

function textFile(path: string, text: string): SiteFile {
  return { path, bytes: new TextEncoder().encode(text) }
}
