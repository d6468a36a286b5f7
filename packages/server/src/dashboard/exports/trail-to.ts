import type { ExportRecord } from '../../core/exports/read/read-export.ts'

/** The way to what belongs to an export. */
export const trailTo = ({ id, domain }: Pick<ExportRecord, 'id' | 'domain'>) => [
  { href: '/exports', name: 'Exports' },
  { href: `/exports/${id}`, name: domain },
]
