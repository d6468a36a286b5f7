import type { Kysely } from 'kysely'
import type { ProjectModel, Tables } from '../../../db/tables.ts'
import type { Limits } from '../../limits/limits.ts'
import { findSuspension } from '../../organizations/read-organization.ts'
import { AgentJobFailure, StaleAgentJob } from '../agent-job-failure.ts'
import type { AgentJobTurn } from './hold-turn.ts'

/** What a turn works on, as it was when the turn began. Holds no secret: the engine remembers it as text. */
export interface AgentJobOrder {
  agentJobId: string
  turn: number
  organizationId: string
  projectId: string
  repository: string
  ref: string
  docsPath: string
  gitHost: 'github' | 'gitlab' | 'gitea' | null
  gitApiUrl: string | null
  /** The name of the model, and what the project says in place of the installation's provider. */
  model: string
  projectModel: ProjectModel | null
  instruction: string
  /** When the turn was asked for, in milliseconds: what it writes carries this time, however often it is written. */
  startedAt: number
  /** The turns before this one; the summary of one that failed says why. */
  earlier: { instruction: string; summary: string }[]
  branch: string
  /** Where the earlier turns left the branch; null when there is none yet. */
  headCommit: string | null
  prLink: string | null
  /** What the organization's own limits are, where it has some. */
  limits: Partial<Limits>
}

export async function beginAgentJob(db: Kysely<Tables>, turn: AgentJobTurn): Promise<AgentJobOrder> {
  const { branch_of_project, project_repository, ref, ...order } = await selectOrder(db, turn)
  await expectNotSuspended(db, order.organizationId)
  if (order.repository !== project_repository) {
    throw new AgentJobFailure(
      'repository_changed',
      'The project has another repository now than when this job was made. Make a new job.',
    )
  }
  const turns = await readTurns(db, turn)
  const current = turns.pop()
  if (!current) throw new Error(`Turn ${turn.turn} of ${turn.agentJobId} has no instruction.`)
  const earlier = turns.map(({ instruction, summary }) => ({ instruction, summary }))
  const { instruction, at } = current
  return { ...order, ref: ref ?? branch_of_project, instruction, startedAt: at.getTime(), earlier }
}

/** Checked again before each request to the model, so that a running job costs nothing more. */
export async function expectNotSuspended(db: Kysely<Tables>, organizationId: string): Promise<void> {
  const suspension = await findSuspension(db, organizationId)
  if (suspension !== undefined) throw new AgentJobFailure('organization_suspended', suspension)
}

async function selectOrder(db: Kysely<Tables>, turn: AgentJobTurn) {
  return db
    .selectFrom('agent_job')
    .innerJoin('project', 'project.id', 'agent_job.project_id')
    .innerJoin('organization', 'organization.id', 'agent_job.organization_id')
    .select([
      'agent_job.id as agentJobId',
      'agent_job.turn',
      'agent_job.organization_id as organizationId',
      'agent_job.project_id as projectId',
      'agent_job.repository',
      'project.repository as project_repository',
      'agent_job.ref',
      'project.branch as branch_of_project',
      'project.docs_path as docsPath',
      'project.git_host as gitHost',
      'project.git_api_url as gitApiUrl',
      'agent_job.model',
      'project.model as projectModel',
      'agent_job.branch',
      'agent_job.head_commit as headCommit',
      'agent_job.pr_link as prLink',
      'organization.limits',
    ])
    .where('agent_job.id', '=', turn.agentJobId)
    .where('agent_job.turn', '=', turn.turn)
    .where('agent_job.status', '=', 'active')
    .executeTakeFirstOrThrow(() => new StaleAgentJob(turn))
}

/** One for each turn up to this one: what was asked, and what came of it. */
async function readTurns(db: Kysely<Tables>, { agentJobId }: AgentJobTurn) {
  const rows = await db
    .selectFrom('agent_job_event')
    .select(['kind', 'at', 'body'])
    .where('agent_job_id', '=', agentJobId)
    .where('kind', 'in', ['instruction', 'ended'])
    .orderBy('position')
    .execute()
  const turns: { instruction: string; at: Date; summary: string }[] = []
  for (const { kind, at, body } of rows) {
    const last = turns.at(-1)
    if (kind === 'instruction') turns.push({ instruction: String(body.text), at, summary: '' })
    else if (last) last.summary = String(body.summary ?? body.error ?? '')
  }
  return turns
}
