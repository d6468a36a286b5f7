import { resolve } from 'node:path'
import { buildSite } from '@bindery/site'
import { Command } from 'commander'
import { startProgress } from './print-progress.ts'
import { printReport } from './print-report.ts'
import { processCount } from './process-count.ts'
import { openOutput } from './write-output.ts'

interface BuildFlags {
  out: string
  processes?: string
  json?: true
}

/** `bindery build [DIR] --out DIR` */
export function buildCommand(): Command {
  return new Command('build')
    .description('Render the docs folder into static files.')
    .argument('[dir]', 'the folder that holds docs.json', '.')
    .option('--out <dir>', 'where the site goes', 'site')
    .option('--processes <n>', 'render processes (default: one for each core)')
    .option('--json', 'print the report as JSON, and nothing else')
    .action(build)
}

async function build(dir: string, flags: BuildFlags): Promise<void> {
  const root = resolve(dir)
  const output = await openOutput(resolve(flags.out), root)
  const progress = startProgress(flags.json ? undefined : process.stderr)
  try {
    const report = await buildSite({
      root,
      processes: processCount(flags.processes),
      write: output.write,
      onProgress: progress.update,
    })
    progress.end()
    const failed = report.counts.failed > 0
    await (failed ? output.discard() : output.publish())
    printReport(report, { json: flags.json === true, annotate: false })
    if (failed) process.exitCode = 1
    else if (!flags.json) process.stdout.write(`The site is in ${flags.out}: open ${flags.out}/index.html.\n`)
  } catch (error) {
    progress.end()
    await output.discard()
    throw error
  }
}
