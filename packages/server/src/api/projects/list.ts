import { listProjects as route } from '@bindery/contract'
import { listVisibleProjects } from '../../core/projects/list-visible-projects.ts'
import { findKey } from '../../db/statements/find-key.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'

export function bindListProjects(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ caller, query: { limit, cursor } }) {
      const page = await listVisibleProjects(deps.db, { caller, limit, cursor })
      return { status: route.answer.status, body: JSON.stringify(page) }
    },
  })
}
