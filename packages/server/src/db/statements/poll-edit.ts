import type pg from 'pg'
import type { EditRow } from '../edit-row.ts'
import { editColumns } from '../edit-row.ts'
import { type KeyRow, keyColumns } from './key-row.ts'

/** The job's columns are all null when the key may not see it, or there is none. */
export type PolledEdit = KeyRow & (EditRow | { [Column in keyof EditRow]: null })

const text = `select ${keyColumns}, ${editColumns.map((column) => `e.${column}`).join(', ')}
from api_key k
join organization o on o.id = k.organization_id
left join edit e on e.id = $2 and e.project_id = $3 and e.organization_id = k.organization_id
  and (k.project_ids is null or e.project_id = any(k.project_ids))
where k.hash = $1`

export async function pollEdit(
  pool: pg.Pool,
  hash: Buffer,
  editId: string,
  projectId: string,
): Promise<PolledEdit | undefined> {
  const { rows } = await pool.query<PolledEdit>({ name: 'poll-edit', text, values: [hash, editId, projectId] })
  return rows[0]
}
