import { cancelExport as route } from '@bindery/contract'
import { cancelExport } from '../../core/exports/cancel-export.ts'
import { findKey } from '../../db/statements/find-key.ts'
import { actorOf } from '../actor-of.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readExportId } from '../read-ids.ts'

export function bindCancelExport(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller }) {
      const exportId = readExportId(exchange.c)
      const job = await cancelExport(deps, { caller, exportId, actor: actorOf(exchange, caller) })
      return { status: route.answer.status, body: JSON.stringify(job) }
    },
  })
}
