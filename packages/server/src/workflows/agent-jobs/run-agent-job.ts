import { runAgent } from '@bindery/agent'
import { type AgentJobOrder, beginAgentJob } from '../../core/agent-jobs/turns/begin-agent-job.ts'
import { completeAgentJob } from '../../core/agent-jobs/turns/complete-agent-job.ts'
import { failAgentJob } from '../../core/agent-jobs/turns/fail-agent-job.ts'
import type { AgentJobTurn } from '../../core/agent-jobs/turns/hold-turn.ts'
import type { AgentUsage } from '../../db/tables.ts'
import { isEngineStop } from '../../engine/is-engine-stop.ts'
import type { StepTurn } from '../../engine/step.ts'
import { agentJobTurnPrefix } from '../../storage/object-keys.ts'
import type { Scratch } from '../cache/host-cache.ts'
import type { WorkerContext } from '../worker/worker-context.ts'
import { createAgentSteps, type Turn } from './agent-steps.ts'
import { createAgentTree } from './agent-tree.ts'
import { assignWork, expectFinished } from './assign-work.ts'
import { type AgentJobBase, fetchBase } from './fetch-base.ts'
import { openPullRequest, pushAgentJob } from './publish-agent-job.ts'
import { readSecrets } from './read-secrets.ts'
import { type AgentJobStep, readAgentJobFailure } from './run-agent-job-step.ts'

const minute = 60_000

export interface RunAgentJobParts {
  context: WorkerContext
  step: AgentJobStep
}

/** One turn of an agent job, from its instruction to its pull request. Whatever goes wrong becomes a state of the row. */
export function defineRunAgentJob({ context, step }: RunAgentJobParts) {
  const { db, log } = context

  return async function runAgentJob(agentJobId: string, turn: number, organizationId: string): Promise<void> {
    const at: AgentJobTurn = { agentJobId, turn }
    const spent: { usage: AgentUsage } = { usage: { inputTokens: 0, outputTokens: 0, steps: 0 } }
    try {
      const order = await step('begin', { timeoutMs: minute }, () => beginAgentJob(db, at))
      const turn = fetchTurn(order)
      const base = await step('fetch-base', { timeoutMs: 15 * minute, attempts: 3, turn }, (signal) =>
        fetchBase(context, order, signal),
      )
      await context.cache.withScratch((scratch) => work(order, base, scratch, spent))
    } catch (error) {
      if (isEngineStop(error)) throw error
      await fail(at, error, spent.usage)
    }
    const leftovers = agentJobTurnPrefix({ organizationId, ...at })
    await step('clear', { timeoutMs: 5 * minute }, () => context.store.deletePrefix(leftovers))
  }

  async function work(
    order: AgentJobOrder,
    base: AgentJobBase,
    scratch: Scratch,
    spent: { usage: AgentUsage },
  ): Promise<void> {
    const tree = createAgentTree(context, order, base.snapshot, scratch)
    const turn: Turn = Object.assign(spent, { context, step, order, base, tree, patches: [], events: 0 })
    const finished = expectFinished(await runAgent(assignWork(order, base, context.limits), createAgentSteps(turn)))
    const pushing = { timeoutMs: 10 * minute, turn: fetchTurn(order) }
    const pushed = await step('push', pushing, (signal) => pushAgentJob(turn, finished, signal))
    const n = ++turn.events
    const prLink =
      pushed &&
      (await step('open-pull-request', { timeoutMs: 2 * minute }, (signal) =>
        openPullRequest(turn, finished, pushed, n, signal),
      ))
    await step('complete', { timeoutMs: minute }, async () =>
      completeAgentJob(
        db,
        order,
        {
          ...finished,
          prLink,
          headCommit: pushed?.commit ?? null,
          changedFiles: pushed?.changedFiles ?? [],
          usage: turn.usage,
        },
        await readSecrets(context, order.projectId),
      ),
    )
  }

  async function fail(at: AgentJobTurn, error: unknown, usage: AgentUsage): Promise<void> {
    if ((error as Error).name === 'StaleAgentJob') {
      return log.info({ agentJobId: at.agentJobId }, 'the agent job was ended or deleted by somebody else')
    }
    const { code, message } = readAgentJobFailure(error)
    log.warn({ agentJobId: at.agentJobId, errorCode: code, reason: message }, 'the agent job failed')
    await step('fail', { timeoutMs: minute, attempts: 10 }, () => failAgentJob(db, at, { code, message, usage }))
  }
}

function fetchTurn({ organizationId: group }: AgentJobOrder): StepTurn {
  return { of: 'fetches', rank: 0, group }
}
