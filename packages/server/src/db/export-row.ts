import type { Selectable } from 'kysely'
import type { Tables } from './tables.ts'

/** What an answer about an export is made of. */
export const exportColumns = [
  'id',
  'domain',
  'status',
  'progress',
  'page_count',
  'total_pages',
  'pages_rendered',
  'pages_reused',
  'version',
  'commit',
  'created_at',
  'updated_at',
  'error',
  'error_code',
  'warnings',
  'revision',
] as const

export type ExportRow = Pick<Selectable<Tables['export']>, (typeof exportColumns)[number]>
