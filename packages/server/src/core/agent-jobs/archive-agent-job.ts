import type { AgentJob } from '@bindery/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { readState, toColumns } from './agent-job-state.ts'
import { type AgentJobRequest, holdAgentJob, readJob } from './find-agent-job.ts'
import { type AgentJobMove, moveAgentJob } from './move-agent-job.ts'

type ArchiveRequest = AgentJobRequest & { actor: Actor }

export function archiveAgentJob(db: Kysely<Tables>, request: ArchiveRequest): Promise<AgentJob> {
  return putAway(db, request, { move: 'archive', at: new Date() })
}

/** The agent job is again what it was before. */
export function unarchiveAgentJob(db: Kysely<Tables>, request: ArchiveRequest): Promise<AgentJob> {
  return putAway(db, request, { move: 'unarchive' })
}

async function putAway(
  db: Kysely<Tables>,
  request: ArchiveRequest,
  by: Extract<AgentJobMove, { move: 'archive' | 'unarchive' }>,
): Promise<AgentJob> {
  const { caller, agentJobId, actor } = request
  return db.transaction().execute(async (trx) => {
    const held = await holdAgentJob(trx, request)
    const columns = toColumns(moveAgentJob(readState(held), by))
    await trx.updateTable('agent_job').set(columns).where('id', '=', agentJobId).execute()
    const { organization_id: organizationId } = caller
    await recordAudit(trx, actor, { organizationId, action: `agent-job.${by.move}`, target: agentJobId })
    return readJob(trx, agentJobId)
  })
}
