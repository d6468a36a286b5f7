import { createBundle as route } from '@bindery/contract'
import { linkBundle } from '../../core/exports/bundles/link-bundle.ts'
import { findKey } from '../../db/statements/find-key.ts'
import { actorOf } from '../actor-of.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readExportId } from '../read-ids.ts'

export function bindCreateBundle(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller, body }) {
      const bundle = await linkBundle(deps, {
        caller,
        exportId: readExportId(exchange.c),
        since: body.since,
        countsDelta: true,
        actor: actorOf(exchange, caller),
      })
      return { status: route.answer.status, body: JSON.stringify(bundle) }
    },
  })
}
