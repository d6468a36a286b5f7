import { relative, resolve } from 'node:path'
import { buildSite, countSeverities, createRenderPool, type Report } from '@bindery/site'
import { startProgress } from '../terminal/print-progress.ts'
import { processCount } from '../terminal/read-count.ts'
import { fetchForBuild } from './fetch-specs.ts'
import { printReport, type ReportFormat } from './report/print-report.ts'

export interface CheckFlags {
  allowFetch?: true
  processes?: string
  json?: true
  format?: ReportFormat
  strict?: true
}

/** `bindery check [DIR]`: everything that a build would do, but no file is written. */
export async function check(dir: string, flags: CheckFlags): Promise<void> {
  const root = resolve(dir)
  const format = chooseFormat(flags)
  const report = await checkFolder(root, flags, format)
  printReport(report, format, relative(process.cwd(), root))
  const { errors, warnings } = countSeverities(report)
  if (errors > 0 || (flags.strict && warnings > 0)) process.exitCode = 1
}

function chooseFormat({ json, format }: CheckFlags): ReportFormat {
  if (json) return 'json'
  return format ?? (process.env.GITHUB_ACTIONS === 'true' ? 'github' : 'text')
}

async function checkFolder(root: string, flags: CheckFlags, format: ReportFormat): Promise<Report> {
  await using specs = await fetchForBuild(root, flags.allowFetch)
  const progress = startProgress(format === 'text' || format === 'github' ? process.stderr : undefined)
  await using pool = createRenderPool({ processes: processCount(flags.processes) })
  const site = { root, fetched: specs.fetched, pool, write: async () => {}, onProgress: progress.update }
  return await buildSite(site).finally(progress.end)
}
