import { getExportPreview as route } from '@bindery/contract'
import { linkPreview } from '../../core/previews/link-preview.ts'
import { findKey } from '../../db/statements/find-key.ts'
import { actorOf } from '../actor-of.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readExportId } from '../read-ids.ts'

export function bindGetExportPreview(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller }) {
      const exportId = readExportId(exchange.c)
      const preview = await linkPreview(deps, { caller, exportId, actor: actorOf(exchange, caller) })
      return { status: route.answer.status, body: JSON.stringify(preview) }
    },
  })
}
