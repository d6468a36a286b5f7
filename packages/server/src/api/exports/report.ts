import { getExportReport as route } from '@bindery/contract'
import { openReport } from '../../core/exports/read/read-report.ts'
import { findKey } from '../../db/statements/find-key.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { occupantOf } from '../exchange.ts'
import { readExportId } from '../read-ids.ts'

export function bindGetExportReport(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller }) {
      const { size, bytes } = await openReport(deps, caller, readExportId(exchange.c))
      const body = await deps.downloads.stream(exchange.c, occupantOf(exchange, caller), bytes)
      return { status: route.answer.status, body, headers: { 'Content-Length': String(size) } }
    },
  })
}
