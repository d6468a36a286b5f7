import { relative, resolve } from 'node:path'
import { buildSite, createRenderPool } from '@bindery/site'
import { startProgress } from '../terminal/print-progress.ts'
import { processCount } from '../terminal/read-count.ts'
import { fetchForBuild } from './fetch-specs.ts'
import { printReport } from './print-report.ts'

export interface CheckFlags {
  allowFetch?: true
  processes?: string
  json?: true
  strict?: true
}

/** `bindery check [DIR]`: everything that a build would do, but no file is written. */
export async function check(dir: string, flags: CheckFlags): Promise<void> {
  const root = resolve(dir)
  await using specs = await fetchForBuild(root, flags.allowFetch)
  const progress = startProgress(flags.json ? undefined : process.stderr)
  await using pool = createRenderPool({ processes: processCount(flags.processes) })
  const report = await buildSite({
    root,
    fetched: specs.fetched,
    pool,
    write: async () => {},
    onProgress: progress.update,
  }).finally(progress.end)
  const onCi = process.env.GITHUB_ACTIONS === 'true'
  printReport(report, { json: flags.json === true, ...(onCi && { annotateUnder: relative(process.cwd(), root) }) })
  const warned = report.findings.length > 0 || report.advice.length > 0
  if (report.counts.failed > 0 || (flags.strict && warned)) process.exitCode = 1
}
