import { listExportFiles as route } from '@bindery/contract'
import { listExportFiles } from '../../core/exports/bundles/list-export-files.ts'
import { findKey } from '../../db/statements/find-key.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readExportId } from '../read-ids.ts'

export function bindListExportFiles(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller, query }) {
      const exportId = readExportId(exchange.c)
      const page = await listExportFiles(deps, { caller, exportId, limit: query.limit, cursor: Number(query.cursor) })
      return { status: route.answer.status, body: JSON.stringify(page) }
    },
  })
}
