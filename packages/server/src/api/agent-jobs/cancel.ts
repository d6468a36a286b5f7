import { cancelAgentJob as route } from '@bindery/contract'
import { cancelAgentJob } from '../../core/agent-jobs/cancel-agent-job.ts'
import { findKey } from '../../db/statements/find-key.ts'
import { actorOf } from '../actor-of.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readAgentJobId, readProjectId } from '../read-ids.ts'

export function bindCancelAgentJob(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller }) {
      const place = { projectId: readProjectId(exchange.c), agentJobId: readAgentJobId(exchange.c) }
      const job = await cancelAgentJob(deps, { caller, ...place, actor: actorOf(exchange, caller) })
      return { status: route.answer.status, body: JSON.stringify(job) }
    },
  })
}
