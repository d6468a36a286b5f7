import { resolve } from 'node:path'
import { type BuildOptions, buildSite, createRenderPool, type RenderPool, type Report } from '@bindery/site'
import { UsageError } from '../errors.ts'
import { startProgress } from '../terminal/print-progress.ts'
import { processCount, readCount } from '../terminal/read-count.ts'
import { findDocsFolder } from './docs-folder.ts'
import { type AssetFlags, openAssetFetcher } from './fetch-assets.ts'
import { fetchForBuild } from './fetch-specs.ts'
import { createDateReader } from './read-dates.ts'
import { printReport } from './report/print-report.ts'
import { openOutput } from './write-output.ts'

export interface BuildFlags extends AssetFlags {
  out: string
  processes?: string
  url?: string
  json?: true
  strict?: true
  authorCode?: 'off' | 'browser'
  repeat: string
}

/** `bindery build [DIR] --out DIR` */
export async function build(dir: string, flags: BuildFlags): Promise<void> {
  const root = await findDocsFolder(dir)
  const siteUrl = flags.url === undefined ? {} : { siteUrl: readUrl(flags.url) }
  await using specs = await fetchForBuild(root, flags.allowFetch)
  await using assets = await openAssetFetcher(flags)
  const site = {
    root,
    ...siteUrl,
    strict: flags.strict,
    authorCode: flags.authorCode,
    fetched: specs.fetched,
    readDates: createDateReader(root),
    fetchAssets: assets.fetchAssets,
  }
  await using pool = createRenderPool({ processes: processCount(flags.processes) })
  const rounds = readCount('--repeat', flags.repeat)
  let report: Report | undefined
  for (let round = 1; round <= rounds; round++) {
    const startedAt = performance.now()
    report = await buildOnce(site, pool, flags)
    const seconds = (performance.now() - startedAt) / 1000
    if (rounds > 1) process.stderr.write(`Build ${round} took ${seconds.toFixed(3)} s.\n`)
  }
  if (!report) return
  printReport(report, flags.json ? 'json' : 'text')
  if (report.counts.failed > 0) process.exitCode = 1
  else if (!flags.json) process.stdout.write(`The site is in ${flags.out}: open ${flags.out}/index.html.\n`)
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return `${url.origin}${url.pathname}`
  throw new UsageError(`--url ${text} is no address of a site. Write it whole: https://docs.example.com.`)
}

async function buildOnce(
  site: Pick<BuildOptions, 'root' | 'siteUrl' | 'strict' | 'authorCode' | 'fetched' | 'readDates' | 'fetchAssets'>,
  pool: RenderPool,
  flags: BuildFlags,
): Promise<Report> {
  const output = await openOutput(resolve(flags.out), site.root)
  const progress = startProgress(flags.json ? undefined : process.stderr)
  try {
    const report = await buildSite({ ...site, pool, write: output.write, onProgress: progress.update })
    await (report.counts.failed > 0 ? output.discard() : output.publish())
    return report
  } catch (error) {
    await output.discard()
    throw error
  } finally {
    progress.end()
  }
}
