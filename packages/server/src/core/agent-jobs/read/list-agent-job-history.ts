import type { AgentJobStatus } from '@bindery/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type Caller, visibleTo } from '../../access/caller.ts'
import { nameOfActor } from '../../audit/name-of-actor.ts'
import { cutPage, isAfter } from '../../exports/export-cursor.ts'

interface HistoryRequest {
  caller: Caller
  /** Its id, or its name. */
  project: string | undefined
  status: AgentJobStatus | undefined
  limit: number
  cursor: string | undefined
}

export type AgentJobSummary = Awaited<ReturnType<typeof listAgentJobHistory>>['agentJobs'][number]

/** The agent jobs of all projects of an organization, newest first. */
export async function listAgentJobHistory(db: Kysely<Tables>, request: HistoryRequest) {
  const { page, nextCursor } = cutPage(await selectPage(db, request), request.limit)
  return { agentJobs: page, nextCursor }
}

// Of an instruction that stands in for a title; the page shows one line of it.
const shownCharacters = 200

/** The project's name by a look-up of its own: to plan a join takes longer than the 26 look-ups. */
function selectPage(db: Kysely<Tables>, { caller, project, status, limit, cursor }: HistoryRequest) {
  return db
    .selectFrom('agent_job')
    .select((column) => [
      'id',
      'created_at',
      'status',
      'title',
      sql<string>`left(prompt, ${shownCharacters})`.as('prompt'),
      column.ref('error_code').as('errorCode'),
      column.ref('pr_link').as('prLink'),
      'usage',
      sql<string>`(select name from project where project.id = agent_job.project_id)`.as('projectName'),
      nameOfActor('agent_job.started_by').as('startedBy'),
    ])
    .where('organization_id', '=', caller.organization_id)
    .where(visibleTo(caller))
    .$if(project !== undefined, (query) =>
      query.where('project_id', 'in', (inner) =>
        inner
          .selectFrom('project')
          .select('project.id')
          .where('project.organization_id', '=', caller.organization_id)
          .where(sql<boolean>`${project} in (project.id, project.name)`),
      ),
    )
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'active'))
    .$if(cursor !== undefined, (query) => query.where(isAfter(cursor ?? '')))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}
