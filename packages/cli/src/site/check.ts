import { relative, resolve } from 'node:path'
import { type BuildOptions, buildSite, countSeverities, createRenderPool, type Report } from '@bindery/site'
import { startProgress } from '../terminal/print-progress.ts'
import { processCount } from '../terminal/read-count.ts'
import { compareWithPublished } from './compare-with-published.ts'
import { fetchForBuild } from './fetch-specs.ts'
import { printReport, type ReportFormat } from './report/print-report.ts'

export interface CheckFlags {
  allowFetch?: true
  processes?: string
  json?: true
  format?: ReportFormat
  strict?: true
  against?: string
  fix?: true
}

/** `bindery check [DIR]`: everything that a build would do, but no file of the site is written. */
export async function check(dir: string, flags: CheckFlags): Promise<void> {
  const root = resolve(dir)
  const format = chooseFormat(flags)
  await using published = flags.against === undefined ? undefined : await compareWithPublished(flags.against)
  const report = await checkFolder(root, flags, format, published?.write)
  const fixed = await published?.finish(report, root, flags.fix === true)
  printReport(report, format, relative(process.cwd(), root))
  if (fixed !== undefined) process.stderr.write(`${fixed}\n`)
  const { errors, warnings } = countSeverities(report)
  if (errors > 0 || (flags.strict && warnings > 0)) process.exitCode = 1
}

function chooseFormat({ json, format }: CheckFlags): ReportFormat {
  if (json) return 'json'
  return format ?? (process.env.GITHUB_ACTIONS === 'true' ? 'github' : 'text')
}

async function checkFolder(
  root: string,
  flags: CheckFlags,
  format: ReportFormat,
  write: BuildOptions['write'] = async () => {},
): Promise<Report> {
  await using specs = await fetchForBuild(root, flags.allowFetch)
  const progress = startProgress(format === 'text' || format === 'github' ? process.stderr : undefined)
  await using pool = createRenderPool({ processes: processCount(flags.processes) })
  const site = { root, fetched: specs.fetched, pool, write, onProgress: progress.update }
  return await buildSite(site).finally(progress.end)
}
