import { messageAgentJob as route } from '@bindery/contract'
import { messageAgentJob } from '../../core/agent-jobs/create/message-agent-job.ts'
import { findKey } from '../../db/statements/find-key.ts'
import { actorOf } from '../actor-of.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { pollSeconds } from '../poll-job.ts'
import { readAgentJobId, readProjectId } from '../read-ids.ts'
import { readIdempotencyKey } from '../read-request.ts'

export function bindMessageAgentJob(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller, body }) {
      const { answer, replayed } = await messageAgentJob(deps, {
        caller,
        projectId: readProjectId(exchange.c),
        agentJobId: readAgentJobId(exchange.c),
        prompt: body.prompt,
        idempotencyKey: readIdempotencyKey(exchange.c),
        actor: actorOf(exchange, caller),
      })
      const headers = { 'Retry-After': String(pollSeconds), ...(replayed && { 'Idempotency-Replayed': 'true' }) }
      return { status: route.answer.status, body: JSON.stringify(answer), headers }
    },
  })
}
