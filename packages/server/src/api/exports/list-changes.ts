import { listExportChanges as route } from '@bindery/contract'
import { listChanges } from '../../core/exports/changes/list-changes.ts'
import { findKey } from '../../db/statements/find-key.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readExportId } from '../read-ids.ts'

export function bindListExportChanges(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller, query: { since, limit, cursor } }) {
      const exportId = readExportId(exchange.c)
      const changes = await listChanges(deps, { caller, exportId, since, limit, cursor: Number(cursor) })
      return { status: route.answer.status, body: JSON.stringify(changes) }
    },
  })
}
