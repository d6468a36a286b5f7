import { listDomains as route } from '@bindery/contract'
import { listVisibleDomains } from '../../core/domains/list-visible-domains.ts'
import { findKey } from '../../db/statements/find-key.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'

export function bindListDomains(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ caller, query: { projectId, limit, cursor } }) {
      const page = await listVisibleDomains(deps.db, { caller, projectId, limit, cursor })
      return { status: route.answer.status, body: JSON.stringify(page) }
    },
  })
}
