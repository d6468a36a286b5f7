import { getPageDifference as route } from '@bindery/contract'
import { readPageChange } from '../../core/exports/changes/read-page-change.ts'
import { findKey } from '../../db/statements/find-key.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readExportId } from '../read-ids.ts'

export function bindGetPageDifference(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller, query: { since, from } }) {
      const exportId = readExportId(exchange.c)
      const path = exchange.c.req.param('path') ?? ''
      const difference = await readPageChange(deps, { caller, exportId, since, path, from: from ?? path })
      return { status: route.answer.status, body: JSON.stringify(difference) }
    },
  })
}
