import { unarchiveAgentJob as route } from '@bindery/contract'
import { unarchiveAgentJob } from '../../core/agent-jobs/archive-agent-job.ts'
import { findKey } from '../../db/statements/find-key.ts'
import { actorOf } from '../actor-of.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readAgentJobId, readProjectId } from '../read-ids.ts'

export function bindUnarchiveAgentJob(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller }) {
      const place = { projectId: readProjectId(exchange.c), agentJobId: readAgentJobId(exchange.c) }
      const job = await unarchiveAgentJob(deps.db, { caller, ...place, actor: actorOf(exchange, caller) })
      return { status: route.answer.status, body: JSON.stringify(job) }
    },
  })
}
