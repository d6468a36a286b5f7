import { resolve } from 'node:path'
import { buildSite, createRenderPool, type FetchedSpecs, type RenderPool, type Report } from '@bindery/site'
import { Command } from 'commander'
import { UsageError } from './explain-error.ts'
import { fetchForBuild } from './fetch-specs.ts'
import { startProgress } from './print-progress.ts'
import { printReport } from './print-report.ts'
import { processCount, readCount } from './read-count.ts'
import { openOutput } from './write-output.ts'

interface BuildFlags {
  out: string
  processes?: string
  url?: string
  allowFetch?: true
  json?: true
  repeat: string
}

/** `bindery build [DIR] --out DIR` */
export function buildCommand(): Command {
  return new Command('build')
    .description('Render the docs folder into static files.')
    .argument('[dir]', 'the folder that holds docs.json', '.')
    .option('--out <dir>', 'where the site goes', 'site')
    .option('--url <url>', 'where the site will stand, for canonical addresses and the sitemap')
    .option('--allow-fetch', 'fetch OpenAPI files that the site names by URL')
    .option('--processes <n>', 'render processes (default: one for each core)')
    .option('--json', 'print the report as JSON, and nothing else')
    .option('--repeat <n>', 'build so many times with the same warm processes, and say how long each took', '1')
    .action(build)
}

async function build(dir: string, flags: BuildFlags): Promise<void> {
  const root = resolve(dir)
  const siteUrl = flags.url === undefined ? {} : { siteUrl: readUrl(flags.url) }
  await using specs = await fetchForBuild(root, flags.allowFetch)
  const site = { root, ...siteUrl, fetched: specs.fetched }
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
  printReport(report, { json: flags.json === true })
  if (report.counts.failed > 0) process.exitCode = 1
  else if (!flags.json) process.stdout.write(`The site is in ${flags.out}: open ${flags.out}/index.html.\n`)
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return `${url.origin}${url.pathname}`
  throw new UsageError(`--url ${text} is no address of a site. Write it whole: https://docs.example.com.`)
}

async function buildOnce(
  site: { root: string; siteUrl?: string; fetched: FetchedSpecs | undefined },
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
