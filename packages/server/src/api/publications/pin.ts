import { pinDomain as pinRoute, unpinDomain as unpinRoute } from '@bindery/contract'
import { pinDomain, unpinDomain } from '../../core/publications/pin-domain.ts'
import { findKey } from '../../db/statements/find-key.ts'
import { actorOf } from '../actor-of.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readDomain } from '../read-ids.ts'

export function bindPinDomain(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, pinRoute, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller, body: { reason = null } }) {
      const request = { caller, domain: readDomain(exchange.c), reason, actor: actorOf(exchange, caller) }
      return { status: pinRoute.answer.status, body: JSON.stringify(await pinDomain(deps.db, request)) }
    },
  })
}

export function bindUnpinDomain(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, unpinRoute, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller }) {
      const request = { caller, domain: readDomain(exchange.c), actor: actorOf(exchange, caller) }
      return { status: unpinRoute.answer.status, body: JSON.stringify(await unpinDomain(deps.db, request)) }
    },
  })
}
