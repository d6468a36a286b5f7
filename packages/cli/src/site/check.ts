import { relative, resolve } from 'node:path'
import { buildSite, createRenderPool } from '@bindery/site'
import { startProgress } from '../terminal/print-progress.ts'
import { processCount } from '../terminal/read-count.ts'
import { compareWithPublished } from './compare-with-published.ts'
import { fetchForBuild } from './fetch-specs.ts'
import { printReport } from './print-report.ts'

export interface CheckFlags {
  allowFetch?: true
  processes?: string
  json?: true
  strict?: true
  against?: string
  fix?: true
}

/** `bindery check [DIR]`: everything that a build would do, but no file of the site is written. */
export async function check(dir: string, flags: CheckFlags): Promise<void> {
  const root = resolve(dir)
  await using published = flags.against === undefined ? undefined : await compareWithPublished(flags.against)
  await using specs = await fetchForBuild(root, flags.allowFetch)
  const progress = startProgress(flags.json ? undefined : process.stderr)
  await using pool = createRenderPool({ processes: processCount(flags.processes) })
  const report = await buildSite({
    root,
    fetched: specs.fetched,
    pool,
    write: published?.write ?? (async () => {}),
    onProgress: progress.update,
  }).finally(progress.end)
  const fixed = await published?.finish(report, root, flags.fix === true)
  const onCi = process.env.GITHUB_ACTIONS === 'true'
  printReport(report, { json: flags.json === true, ...(onCi && { annotateUnder: relative(process.cwd(), root) }) })
  if (fixed !== undefined) process.stderr.write(`${fixed}\n`)
  const warned = report.findings.length > 0 || report.advice.length > 0
  if (report.counts.failed > 0 || (flags.strict && warned)) process.exitCode = 1
}
