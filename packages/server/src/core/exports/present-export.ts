import type { ExportJob } from '@bindery/contract'
import type { ExportRow } from '../../db/export-row.ts'

export function presentExport(row: ExportRow): ExportJob {
  return {
    jobId: row.id,
    domain: row.domain,
    status: row.status,
    progress: row.progress,
    pageCount: row.page_count,
    totalPages: row.total_pages,
    pagesRendered: row.pages_rendered,
    pagesReused: row.pages_reused,
    version: row.version,
    commit: row.commit,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    error: row.error,
    errorCode: row.error_code,
    warnings: row.warnings,
    retainedUntil: null,
  }
}
