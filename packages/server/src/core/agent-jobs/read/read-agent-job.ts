import { type Kysely, sql } from 'kysely'
import type { AgentUsage, Tables } from '../../../db/tables.ts'
import { type Caller, isVisibleTo } from '../../access/caller.ts'
import { lookedUp } from '../../access/looked-up.ts'
import { agentJobNotFound } from '../agent-job-not-found.ts'

export type AgentJobRecord = Awaited<ReturnType<typeof readAgentJob>>

/** All that people ask about one agent job. `revision` grows with each change of the row, `lastEvent` with the transcript. */
export async function readAgentJob(db: Kysely<Tables>, caller: Caller, agentJobId: string) {
  const row = await db
    .selectFrom('agent_job')
    .innerJoin('project', 'project.id', 'agent_job.project_id')
    .select((column) => [
      'agent_job.id',
      'agent_job.status',
      'agent_job.repository',
      'agent_job.ref',
      'agent_job.branch',
      'agent_job.model',
      'agent_job.prompt',
      'agent_job.title',
      'agent_job.summary',
      'agent_job.error',
      'agent_job.turn',
      'agent_job.revision',
      sql<AgentUsage>`agent_job.usage`.as('usage'),
      column.ref('agent_job.error_code').as('errorCode'),
      column.ref('agent_job.pr_link').as('prLink'),
      column.ref('agent_job.changed_files').as('changedFiles'),
      column.ref('agent_job.created_at').as('createdAt'),
      column.ref('agent_job.ended_at').as('endedAt'),
      column.ref('agent_job.archived_at').as('archivedAt'),
      column.ref('project.id').as('projectId'),
      column.ref('project.name').as('projectName'),
      column
        .selectFrom('agent_job_event')
        .select((event) => event.fn.max('position').as('position'))
        .whereRef('agent_job_event.agent_job_id', '=', 'agent_job.id')
        .as('lastEvent'),
    ])
    .where('agent_job.id', '=', agentJobId)
    .where('agent_job.organization_id', '=', caller.organization_id)
    .executeTakeFirst()
  if (!row || !isVisibleTo(caller, row.projectId)) throw agentJobNotFound()
  return lookedUp(row)
}
