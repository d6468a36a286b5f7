import { Command, Option } from 'commander'
import { UsageError } from '../explain-error.ts'
import { startProgress } from '../print-progress.ts'
import type { ExportBundle, ExportJob } from './answers.ts'
import { type Api, createApi } from './ask-api.ts'
import { downloadBundle } from './download-bundle.ts'
import { explainFailure } from './explain-failure.ts'
import { readKey } from './read-key.ts'
import { waitForExport } from './wait-for-export.ts'

interface ExportFlags {
  domain?: string
  job?: string
  ref?: string
  version?: string
  since?: string
  /** False: the bundle stays where it is. */
  output: string | false
  printUrl?: true
  url?: string
}

/** `bindery export --domain DOMAIN`: what goes to stdout is the result alone, so that a pipeline can take it. */
export function exportCommand(): Command {
  return new Command('export')
    .description(
      'Have a service export a site, wait for it, and get the bundle. The API key is in BINDERY_API_KEY, or in the file that BINDERY_API_KEY_FILE names.',
    )
    .option('--domain <domain>', 'the domain to export')
    .option('--ref <ref>', 'a branch, tag or commit (default: the branch of the project)')
    .option('--version <label>', 'a label for this export (default: the short commit)')
    .addOption(new Option('--job <id>', 'wait for an export that was started earlier').conflicts(newExportOnly))
    .option('--since <job>', 'only what has changed since this earlier export: a delta')
    .option('--output <file>', 'where the bundle goes', 'bundle.tar.gz')
    .option(
      '--no-output',
      'wait, and print the id of the export alone: hosts that follow the service take it from there',
    )
    .option('--print-url', 'print the link to the bundle instead')
    .option('--url <url>', 'the service (default: BINDERY_URL)')
    .action(runExport)
}

const newExportOnly = ['domain', 'ref', 'version']

async function runExport(flags: ExportFlags): Promise<void> {
  const url = readUrl(flags.url ?? process.env.BINDERY_URL)
  const api = createApi({ url, key: await readKey(process.env), say })
  const jobId = flags.job === undefined ? await startExport(api, flags) : readJob(flags.job)
  const job = await showProgress(api, jobId)
  if (job.status === 'failed') throw new UsageError(await explainFailure(api, job))
  say(describe(job))
  if (flags.output === false) return void process.stdout.write(`${jobId}\n`)
  const body = flags.since === undefined ? {} : { since: flags.since }
  const askForBundle = { method: 'POST', path: `v1/static-export/jobs/${jobId}/bundle`, body } as const
  const bundle = (await api.ask<ExportBundle>(askForBundle)).body
  if (flags.printUrl) return void process.stdout.write(`${bundle.bundleUrl}\n`)
  await downloadBundle(bundle, flags.output)
  process.stdout.write(`${flags.output}: ${bundle.sizeBytes.toLocaleString('en')} bytes, SHA-256 ${bundle.sha256}\n`)
}

async function startExport(api: Api, { domain, ref, version }: ExportFlags): Promise<string> {
  if (domain === undefined) throw new UsageError('What is to be exported? Name it with --domain docs.example.com.')
  const body = { domain, ...(ref !== undefined && { ref }), ...(version !== undefined && { version }) }
  // One of its own for each run: a start whose answer was lost is repeated without a second export.
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const { jobId } = (await api.ask<ExportJob>({ method: 'POST', path: 'v1/static-export/jobs', body, headers })).body
  say(`The export of ${domain} has begun. If this is interrupted: bindery export --job ${jobId}`)
  return jobId
}

async function showProgress(api: Api, jobId: string): Promise<ExportJob> {
  const progress = startProgress(process.stderr)
  try {
    return await waitForExport(api, jobId, ({ pageCount, totalPages }) => {
      if (totalPages) progress.update({ done: pageCount, total: totalPages })
    })
  } finally {
    progress.end()
  }
}

function describe({ domain, version, commit, pageCount, pagesReused, warnings }: ExportJob): string {
  const pages = `${pageCount} pages, ${pagesReused} of them as before`
  const advice = warnings === 0 ? '' : ` ${warnings} warnings: the report of the export has them.`
  return `${domain} version ${version} is exported: ${pages}, commit ${commit}.${advice}`
}

function readJob(id: string): string {
  if (/^se_[0-9a-f]{16}$/.test(id)) return id
  throw new UsageError(`--job ${id} is no export. An id looks like se_0123456789abcdef.`)
}

/** Whoever types the address chooses plain http himself, as for a service on his own machine. */
function readUrl(text: string | undefined): string {
  const url = URL.parse(text ?? '')
  if (url?.protocol === 'https:' || url?.protocol === 'http:')
    return `${url.origin}${url.pathname.replace(/\/*$/, '/')}`
  throw new UsageError('Which service? Set BINDERY_URL, or give --url https://bindery.example.com.')
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
