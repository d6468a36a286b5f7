import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { StaleAgentJob } from '../agent-jobs/agent-job-failure.ts'
import { StaleExport } from '../exports/export-failure.ts'

/** An export, or a turn of an agent job. */
export type JobRef = { exportId: string } | { agentJobId: string; turn: number }

export interface EndedProcesses {
  /** How many this subject has ended, counted over all workers. */
  count: number
  /** How many subjects of the job have ended more than one. */
  repeated: number
}

/** Notes what of a job has ended a process. */
export async function recordEndedProcess(db: Kysely<Tables>, job: JobRef, subject: string): Promise<EndedProcesses> {
  const name = 'turn' in job ? `${job.turn} ${subject}` : subject
  const ended = 'exportId' in job ? await appendToExport(db, job.exportId, name) : await appendToAgentJob(db, job, name)
  const repeated = [...Map.groupBy(ended, (other) => other).values()].filter(({ length }) => length > 1).length
  return { count: ended.filter((other) => other === name).length, repeated }
}

async function appendToExport(db: Kysely<Tables>, exportId: string, name: string): Promise<string[]> {
  const { ended_processes } = await db
    .updateTable('export')
    .set({ ended_processes: sql<string[]>`array_append(ended_processes, ${name})` })
    .where('id', '=', exportId)
    .where('status', '=', 'running')
    .returning('ended_processes')
    .executeTakeFirstOrThrow(() => new StaleExport(exportId))
  return ended_processes
}

async function appendToAgentJob(
  db: Kysely<Tables>,
  agentJob: { agentJobId: string; turn: number },
  name: string,
): Promise<string[]> {
  const { ended_processes } = await db
    .updateTable('agent_job')
    .set({ ended_processes: sql<string[]>`array_append(ended_processes, ${name})` })
    .where('id', '=', agentJob.agentJobId)
    .where('status', '=', 'active')
    .returning('ended_processes')
    .executeTakeFirstOrThrow(() => new StaleAgentJob(agentJob))
  return ended_processes
}
