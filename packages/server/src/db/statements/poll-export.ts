import type pg from 'pg'
import type { ExportRow } from '../export-row.ts'
import { exportColumns } from '../export-row.ts'
import { type KeyRow, keyColumns } from './key-row.ts'

/** The job's columns are all null when the key may not see it, or there is none. */
export type PolledExport = KeyRow & (ExportRow | { [Column in keyof ExportRow]: null })

const text = `select ${keyColumns}, ${exportColumns.map((column) => `e.${column}`).join(', ')}
from api_key k
join organization o on o.id = k.organization_id
left join export e on e.id = $2 and e.organization_id = k.organization_id
  and (k.project_ids is null or e.project_id = any(k.project_ids))
where k.hash = $1`

/** Key, organization and job in one round trip: all that a poll costs the database. */
export async function pollExport(pool: pg.Pool, hash: Buffer, exportId: string): Promise<PolledExport | undefined> {
  const { rows } = await pool.query<PolledExport>({ name: 'poll-export', text, values: [hash, exportId] })
  return rows[0]
}
