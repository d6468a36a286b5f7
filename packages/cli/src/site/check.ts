import { relative } from 'node:path'
import {
  type BuildOptions,
  buildSite,
  countSeverities,
  createRenderPool,
  type Report,
  readAnchors,
} from '@bindery/site'
import { formatMany } from '../terminal/format.ts'
import { startProgress } from '../terminal/print-progress.ts'
import { processCount } from '../terminal/read-count.ts'
import { compareWithPublished } from './compare-with-published.ts'
import { findDocsFolder } from './docs-folder.ts'
import { fetchForBuild } from './fetch-specs.ts'
import type { Fix } from './fix/correct-address.ts'
import { fixSite } from './fix/fix-site.ts'
import { createDateReader } from './read-dates.ts'
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
  const root = await findDocsFolder(dir)
  const format = chooseFormat(flags)
  await using published = flags.against === undefined ? undefined : await compareWithPublished(flags.against)
  const fixes = flags.fix ? await fixFolder(root, flags, format) : undefined
  const report = await checkFolder(root, flags, format, published?.write)
  const fixed = await published?.finish(report, root, flags.fix === true)
  printReport(report, format, relative(process.cwd(), root))
  if (fixes) process.stderr.write(describeFixes(fixes, fixed))
  const { errors, warnings } = countSeverities(report)
  const hasFailed = errors > 0 || (flags.strict === true && warnings > 0)
  if (hasFailed) process.exitCode = 1
  else if (warnings > 0 && format === 'text') process.stderr.write(describePass(warnings))
}

/** Nobody should take a broken link for none because the command succeeds. */
function describePass(warnings: number): string {
  return `The check passes with ${formatMany(warnings, 'warning')}. Add --strict to fail on warnings.\n`
}

function chooseFormat({ json, format }: CheckFlags): ReportFormat {
  if (json) return 'json'
  return format ?? (process.env.GITHUB_ACTIONS === 'true' ? 'github' : 'text')
}

// A page that is found may lack the place that its link names.
const mostRounds = 3

/** What is certain, before the site is checked as it then is. */
async function fixFolder(root: string, flags: CheckFlags, format: ReportFormat, round = 1): Promise<Fix[]> {
  const places = new Map<string, readonly string[]>()
  const report = await checkFolder(root, flags, format, async ({ path, bytes }) => {
    if (path.endsWith('.html')) places.set(path, readAnchors(Buffer.from(bytes).toString()).linked)
  })
  const fixes = await fixSite(root, report, places)
  if (fixes.length === 0 || round === mostRounds) return fixes
  return [...fixes, ...(await fixFolder(root, flags, format, round + 1))]
}

function describeFixes(fixes: readonly Fix[], redirects: string | undefined): string {
  const lines = fixes.map(({ file, line, from, to }) => `Fixed ${file}:${line}: “${from}” is “${to}” now.`)
  if (redirects !== undefined) lines.push(redirects)
  if (lines.length === 0) lines.push('Nothing could be fixed for certain.')
  return `${lines.join('\n')}\n`
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
  const site = {
    root,
    fetched: specs.fetched,
    readDates: createDateReader(root),
    pool,
    write,
    onProgress: progress.update,
  }
  return await buildSite(site).finally(progress.end)
}
