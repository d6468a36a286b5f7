import { listAgentJobs as route } from '@bindery/contract'
import { listAgentJobs } from '../../core/agent-jobs/read/list-agent-jobs.ts'
import { findKey } from '../../db/statements/find-key.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readProjectId } from '../read-ids.ts'

export function bindListAgentJobs(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller, query }) {
      const { status, limit, cursor } = query
      const projectId = readProjectId(exchange.c)
      const page = await listAgentJobs(deps.db, { caller, projectId, status, limit, cursor })
      return { status: route.answer.status, body: JSON.stringify(page) }
    },
  })
}
