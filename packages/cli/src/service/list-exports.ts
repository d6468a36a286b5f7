import type { ExportJob } from '@bindery/client'
import { formatTime } from '../terminal/format.ts'
import { printJson, printTable } from '../terminal/print-table.ts'
import { readCount } from '../terminal/read-count.ts'
import { connectService, type ServiceFlags } from './connect-service.ts'
import { takeFirst } from './take-first.ts'

export interface ListExportsFlags extends ServiceFlags {
  domain?: string
  status?: ExportJob['status']
  limit: string
}

/** `bindery exports list` */
export async function listExports(flags: ListExportsFlags): Promise<void> {
  const count = readCount('--limit', flags.limit, 10_000)
  const { exports } = await connectService(flags)
  const { domain, status } = flags
  const jobs = await takeFirst(exports.listAll({ domain, status, limit: Math.min(count, 100) }), count)
  if (flags.json) return printJson(jobs)
  printTable(
    ['ID', 'STATUS', 'DOMAIN', 'PAGES', 'VERSION', 'CREATED'],
    jobs.map((job) => [
      job.jobId,
      job.status,
      job.domain,
      job.totalPages === null ? String(job.pageCount) : `${job.pageCount}/${job.totalPages}`,
      job.version ?? '-',
      formatTime(job.createdAt),
    ]),
  )
}
