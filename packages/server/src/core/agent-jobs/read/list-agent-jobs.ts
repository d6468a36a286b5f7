import type { AgentJob, AgentJobPage, AgentJobStatus } from '@bindery/contract'
import { type Kysely, sql } from 'kysely'
import { agentJobJson } from '../../../db/agent-job-json.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Caller } from '../../access/caller.ts'
import { cutPage, isAfter } from '../../exports/export-cursor.ts'
import { findProject } from '../find-project.ts'

interface ListRequest {
  caller: Caller
  projectId: string
  status: AgentJobStatus | undefined
  limit: number
  cursor: string | undefined
}

/** Newest first. A cursor names the last row of its page, so the next page costs the same however deep it is. */
export async function listAgentJobs(db: Kysely<Tables>, request: ListRequest): Promise<AgentJobPage> {
  await findProject(db, request.caller, request.projectId, { hold: false })
  const rows = await selectPage(db, request)
  const { page, nextCursor } = cutPage(rows, request.limit)
  return { jobs: page.map(({ job }) => job), nextCursor }
}

/** One row more than asked for tells whether there is a further page. */
async function selectPage(db: Kysely<Tables>, request: ListRequest) {
  const { projectId, status, limit, cursor } = request
  return db
    .selectFrom('agent_job')
    .select(['id', 'created_at', sql<AgentJob>`${sql.raw(agentJobJson('agent_job'))}`.as('job')])
    .where('project_id', '=', projectId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'active'))
    .$if(cursor !== undefined, (query) => query.where(isAfter(cursor ?? '')))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}
