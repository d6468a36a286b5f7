import { publishExport as route } from '@bindery/contract'
import { publishExport } from '../../core/publications/publish-export.ts'
import { findKey } from '../../db/statements/find-key.ts'
import { actorOf } from '../actor-of.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readDomain } from '../read-ids.ts'

export function bindPublishExport(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller, body: { jobId, pin } }) {
      const request = { caller, domain: readDomain(exchange.c), exportId: jobId, pin }
      const current = await publishExport(deps.db, { ...request, actor: actorOf(exchange, caller) })
      return { status: route.answer.status, body: JSON.stringify(current) }
    },
  })
}
