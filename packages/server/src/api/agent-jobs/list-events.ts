import { listAgentEvents as route } from '@bindery/contract'
import { findAgentJob } from '../../core/agent-jobs/find-agent-job.ts'
import { listEvents } from '../../core/agent-jobs/read/list-events.ts'
import { findKey } from '../../db/statements/find-key.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readAgentJobId, readProjectId } from '../read-ids.ts'

export function bindListAgentEvents(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller, query }) {
      const place = { projectId: readProjectId(exchange.c), agentJobId: readAgentJobId(exchange.c) }
      const agentJob = await findAgentJob(deps.db, { caller, ...place })
      const page = await listEvents(deps.db, agentJob, query)
      return { status: route.answer.status, body: JSON.stringify(page) }
    },
  })
}
