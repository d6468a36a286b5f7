import type { ExportJob } from '@bindery/client'
import { formatTime } from '../terminal/format.ts'
import { printFacts, printJson } from '../terminal/print-table.ts'
import { connectService, type ServiceFlags } from './connect-service.ts'
import { readExportId } from './read-id.ts'

/** `bindery exports show ID` */
export async function showExport(id: string, flags: ServiceFlags): Promise<void> {
  const { exports } = await connectService(flags)
  printExport(await exports.get(readExportId(id)), flags)
}

/** `bindery exports cancel ID` */
export async function cancelExport(id: string, flags: ServiceFlags): Promise<void> {
  const { exports } = await connectService(flags)
  printExport(await exports.cancel(readExportId(id)), flags)
}

function printExport(job: ExportJob, { json }: ServiceFlags): void {
  if (json) printJson(job)
  else printFacts(factsOf(job))
}

function factsOf(job: ExportJob) {
  const { pageCount, totalPages, pagesReused } = job
  return {
    ID: job.jobId,
    Domain: job.domain,
    Status: job.status,
    Progress: `${Math.floor(job.progress)} %`,
    Pages: `${pageCount}${totalPages === null ? '' : ` of ${totalPages}`}, ${pagesReused} as before`,
    Version: job.version,
    Commit: job.commit,
    Errors: job.errors,
    Warnings: job.warnings,
    Error: job.error === null ? null : `${job.error} (${job.errorCode})`,
    Created: formatTime(job.createdAt),
    Updated: formatTime(job.updatedAt),
    'Files until': job.retainedUntil && formatTime(job.retainedUntil),
  }
}
