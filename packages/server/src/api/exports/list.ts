import { listExports as route } from '@bindery/contract'
import { findCurrentPage } from '../../core/exports/read/find-current-page.ts'
import { listExports } from '../../core/exports/read/list-exports.ts'
import { findKey } from '../../db/statements/find-key.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'

export function bindListExports(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ caller, query }) {
      const { domain, status, limit, cursor } = query
      const request = { caller, domain, status, limit, cursor }
      const page = (await findCurrentPage(deps.db, request)) ?? (await listExports(deps.db, request))
      return { status: route.answer.status, body: JSON.stringify(page) }
    },
  })
}
