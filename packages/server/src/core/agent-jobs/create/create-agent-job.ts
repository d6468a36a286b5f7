import type { AgentJob, CreateAgentJobBody } from '@bindery/contract'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Caller } from '../../access/caller.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { oncePerKey } from '../../idempotency/once-per-key.ts'
import { type Limits, limitFor } from '../../limits/limits.ts'
import { useQuota } from '../../quotas/use-quota.ts'
import type { ModelPrices } from '../../usage/model-prices.ts'
import { expectBudget } from '../../usage/monthly-budget.ts'
import { readJob } from '../find-agent-job.ts'
import { findProject } from '../find-project.ts'
import { chooseModel, type OfferedModels } from './choose-model.ts'
import { expectRoom } from './expect-room.ts'
import { insertAgentJob } from './insert-agent-job.ts'

export type EnqueueAgentJob = (
  trx: Transaction<Tables>,
  job: { agentJobId: string; turn: number; organizationId: string },
) => Promise<void>

export interface WorkDeps {
  db: Kysely<Tables>
  enqueueAgentJob: EnqueueAgentJob
  limits: Limits
  prices: ModelPrices
}

interface CreateRequest {
  caller: Caller
  projectId: string
  body: CreateAgentJobBody
  idempotencyKey: string | undefined
  actor: Actor
}

/** One transaction: quota, row, work for the engine, audit and the stored answer are there together or not at all. */
export async function createAgentJob(
  deps: WorkDeps & { models: OfferedModels },
  { caller, projectId, body, idempotencyKey, actor }: CreateRequest,
): Promise<{ answer: AgentJob; replayed: boolean }> {
  const organizationId = caller.organization_id
  return deps.db.transaction().execute(async (trx) => {
    const project = await findProject(trx, caller, projectId, { hold: true })
    const once = { organizationId, key: idempotencyKey, operation: 'createAgentJob', body: { projectId, ...body } }
    return oncePerKey(trx, once, async () => {
      const model = chooseModel(deps.models, project.model, body.model)
      await expectBudget(trx, { organizationId, limits: deps.limits, own: caller.limits, prices: deps.prices })
      const limit = limitFor('agentCreatesPerHour', deps.limits, caller.limits)
      await useQuota(trx, { subject: projectId, name: 'agent jobs', limit })
      await expectRoom(trx, organizationId, limitFor('activeAgentJobs', deps.limits, caller.limits))
      const startedBy = actor.name
      const agentJobId = await insertAgentJob(trx, {
        project,
        ref: body.ref ?? null,
        model,
        prompt: body.prompt,
        startedBy,
      })
      await deps.enqueueAgentJob(trx, { agentJobId, turn: 1, organizationId })
      await recordAudit(trx, actor, { organizationId, action: 'agent-job.create', target: agentJobId })
      return readJob(trx, agentJobId)
    })
  })
}
