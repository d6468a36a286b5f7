import type pg from 'pg'
import { agentJobFields } from '../agent-job-json.ts'
import { keyJson, visibleToKey } from './key-row.ts'
import type { PolledJob } from './polled-job.ts'

const text = `select ${keyJson} as key, e.revision, e.status <> 'active' as ended,
  case when e.revision is distinct from $3 then row_to_json(job)::text end as body
from api_key k
join organization o on o.id = k.organization_id
left join agent_job e on e.id = $2 and e.project_id = $4 and e.organization_id = k.organization_id
  and ${visibleToKey('e')}
left join lateral (select ${agentJobFields('e')}) job on true
where k.hash = $1`

export async function pollAgentJob(
  pool: pg.Pool,
  hash: Buffer,
  job: { id: string; projectId: string; knownRevision: number | null },
): Promise<PolledJob | undefined> {
  const values = [hash, job.id, job.knownRevision, job.projectId]
  const { rows } = await pool.query<PolledJob>({ name: 'poll-agent-job', text, values })
  return rows[0]
}
