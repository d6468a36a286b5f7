import { type Client, DownloadError, type ExportBundle, type ExportJob } from '@bindery/client'
import { UsageError } from '../errors.ts'
import { startProgress } from '../terminal/print-progress.ts'
import { printJson } from '../terminal/print-table.ts'
import { connectService, printNote, type ServiceFlags } from './connect-service.ts'
import { explainFailure } from './explain-failure.ts'
import { readExportId } from './read-id.ts'

export interface ExportFlags extends ServiceFlags {
  domain?: string
  job?: string
  ref?: string
  version?: string
  pages?: 'lenient' | 'strict'
  since?: string
  /** False: the bundle stays where it is. */
  output: string | false
  printUrl?: true
}

/** `bindery export --domain DOMAIN`: what goes to stdout is the result alone, so that a pipeline can take it. */
export async function exportSite(flags: ExportFlags): Promise<void> {
  const client = await connectService(flags)
  const note = flags.json ? () => {} : printNote
  const jobId = flags.job === undefined ? await startExport(client, flags, note) : readExportId(flags.job, '--job ')
  const job = await showProgress(client, jobId, flags)
  if (job.status === 'failed') {
    if (flags.json) printJson({ job })
    throw new UsageError(await explainFailure(client, job))
  }
  note(describe(job))
  const { line, ...facts } = await deliver(client, jobId, flags)
  if (flags.json) return printJson({ job, ...facts })
  if (flags.since !== undefined && facts.bundle?.since === null) {
    note("This hour's quota of deltas is used up, so this is the whole bundle.")
  }
  process.stdout.write(`${line}\n`)
}

async function startExport(
  { exports }: Client,
  { domain, ref, version, pages }: ExportFlags,
  note: (line: string) => void,
): Promise<string> {
  if (domain === undefined) throw new UsageError('What is to be exported? Name it with --domain docs.example.com.')
  const { jobId } = await exports.start({ domain, ref, version, pages })
  note(`The export of ${domain} has begun. If this is interrupted: bindery export --job ${jobId}`)
  return jobId
}

async function showProgress({ exports }: Client, jobId: string, { json }: ServiceFlags): Promise<ExportJob> {
  const progress = startProgress(json ? undefined : process.stderr)
  try {
    let last: ExportJob | undefined
    for await (const job of exports.wait(jobId)) {
      last = job
      if (job.totalPages) progress.update({ done: job.pageCount, total: job.totalPages })
    }
    return last as ExportJob
  } finally {
    progress.end()
  }
}

interface Delivered {
  /** The result for people and scripts. */
  line: string
  bundle?: ExportBundle
  file?: string
}

/** The bundle in a file, a link to it, or neither. */
async function deliver(client: Client, jobId: string, flags: ExportFlags): Promise<Delivered> {
  if (flags.output === false) return { line: jobId }
  const since = flags.since === undefined ? {} : { since: flags.since }
  if (flags.printUrl) {
    const bundle = await client.exports.createBundle(jobId, since)
    return { line: bundle.bundleUrl, bundle }
  }
  const file = flags.output
  const bundle = await download(client, jobId, file, { ...flags, ...since })
  const { sizeBytes, sha256 } = bundle
  return { line: `${file}: ${sizeBytes.toLocaleString('en')} bytes, SHA-256 ${sha256}`, bundle, file }
}

async function download(
  { exports }: Client,
  jobId: string,
  file: string,
  { json, since }: Pick<ExportFlags, 'json' | 'since'>,
): Promise<ExportBundle> {
  const progress = startProgress(json ? undefined : process.stderr, 'bytes')
  const onProgress = (done: number, total: number) => progress.update({ done, total })
  try {
    return await exports.download(jobId, file, { onProgress, since })
  } catch (cause) {
    if (!(cause instanceof DownloadError)) throw cause
    throw new UsageError(`${cause.message} Run it again: bindery export --job ${jobId}`, { cause })
  } finally {
    progress.end()
  }
}

function describe({ jobId, domain, version, commit, pageCount, pagesReused, errors, warnings }: ExportJob): string {
  const pages = `${pageCount} pages, ${pagesReused} of them as before`
  const advice =
    !errors && warnings === 0 ? '' : ` ${formatFindings(errors, warnings)}: bindery exports report ${jobId}`
  return `${domain} version ${version} is exported: ${pages}, commit ${commit}.${advice}`
}

function formatFindings(errors: number, warnings: number): string {
  return [...(errors ? [`${errors} errors`] : []), `${warnings} warnings`].join(', ')
}
