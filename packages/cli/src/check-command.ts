import { relative, resolve } from 'node:path'
import { buildSite, createRenderPool } from '@bindery/site'
import { Command } from 'commander'
import { fetchForBuild } from './fetch-specs.ts'
import { startProgress } from './print-progress.ts'
import { printReport } from './print-report.ts'
import { processCount } from './read-count.ts'

interface CheckFlags {
  allowFetch?: true
  processes?: string
  json?: true
  strict?: true
}

/** `bindery check [DIR]`: everything that a build would do, but no file is written. */
export function checkCommand(): Command {
  return new Command('check')
    .description('Say what is wrong with the docs folder: pages, links, images, configuration.')
    .argument('[dir]', 'the folder that holds docs.json', '.')
    .option('--allow-fetch', 'fetch OpenAPI files that the site names by URL')
    .option('--processes <n>', 'render processes (default: one for each core)')
    .option('--json', 'print the report as JSON, and nothing else')
    .option('--strict', 'warnings fail the check too')
    .action(check)
}

async function check(dir: string, flags: CheckFlags): Promise<void> {
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
