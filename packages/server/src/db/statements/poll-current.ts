import type pg from 'pg'
import { currentFields } from '../current-json.ts'
import { keyJson, visibleToKey } from './key-row.ts'
import type { PolledJob } from './polled-job.ts'

const text = `select ${keyJson} as key, d.publication_revision as revision, false as ended,
  case when d.publication_revision is distinct from $3 then row_to_json(current)::text end as body
from api_key k
join organization o on o.id = k.organization_id
left join domain d on d.name = $2 and d.organization_id = k.organization_id
  and ${visibleToKey('d')}
left join export e on e.id = d.current_export
left join lateral (select ${currentFields}) current on true
where k.hash = $1`

/** What is current of a domain, as a job that never ends. */
export async function pollCurrent(
  pool: pg.Pool,
  hash: Buffer,
  { domain, knownRevision }: { domain: string; knownRevision: number | null },
): Promise<PolledJob | undefined> {
  const { rows } = await pool.query<PolledJob>({ name: 'poll-current', text, values: [hash, domain, knownRevision] })
  return rows[0]
}
