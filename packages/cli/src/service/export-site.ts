import { type Client, DownloadError, type ExportBundle, type ExportJob } from '@bindery/client'
import { UsageError } from '../errors.ts'
import { startProgress } from '../terminal/print-progress.ts'
import { connectService, printNote as report, type ServiceFlags } from './connect-service.ts'
import { explainFailure } from './explain-failure.ts'

export interface ExportFlags extends ServiceFlags {
  domain?: string
  job?: string
  ref?: string
  version?: string
  since?: string
  /** False: the bundle stays where it is. */
  output: string | false
  printUrl?: true
}

/** `bindery export --domain DOMAIN`: what goes to stdout is the result alone, so that a pipeline can take it. */
export async function exportSite(flags: ExportFlags): Promise<void> {
  const client = await connectService(flags)
  const jobId = flags.job === undefined ? await startExport(client, flags) : readJob(flags.job)
  const job = await showProgress(client, jobId)
  if (job.status === 'failed') throw new UsageError(await explainFailure(client, job))
  report(describe(job))
  if (flags.output === false) return void process.stdout.write(`${jobId}\n`)
  const since = flags.since === undefined ? {} : { since: flags.since }
  if (flags.printUrl) {
    const { bundleUrl } = await client.exports.createBundle(jobId, since)
    return void process.stdout.write(`${bundleUrl}\n`)
  }
  const { sizeBytes, sha256 } = await download(client, jobId, flags.output, since)
  process.stdout.write(`${flags.output}: ${sizeBytes.toLocaleString('en')} bytes, SHA-256 ${sha256}\n`)
}

async function startExport({ exports }: Client, { domain, ref, version }: ExportFlags): Promise<string> {
  if (domain === undefined) throw new UsageError('What is to be exported? Name it with --domain docs.example.com.')
  const { jobId } = await exports.start({ domain, ref, version })
  report(`The export of ${domain} has begun. If this is interrupted: bindery export --job ${jobId}`)
  return jobId
}

async function showProgress({ exports }: Client, jobId: string): Promise<ExportJob> {
  const progress = startProgress(process.stderr)
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

async function download(
  { exports }: Client,
  jobId: string,
  file: string,
  since: { since?: string },
): Promise<ExportBundle> {
  try {
    return await exports.download(jobId, file, since)
  } catch (cause) {
    if (!(cause instanceof DownloadError)) throw cause
    throw new UsageError(`${cause.message} Run it again: bindery export --job ${jobId}`, { cause })
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
