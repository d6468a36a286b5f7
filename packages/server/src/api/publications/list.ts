import { listPublications as route } from '@bindery/contract'
import { listPublications } from '../../core/publications/list-publications.ts'
import { findKey } from '../../db/statements/find-key.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readDomain } from '../read-ids.ts'

export function bindListPublications(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller, query: { limit, cursor } }) {
      const page = await listPublications(deps.db, { caller, domain: readDomain(exchange.c), limit, cursor })
      return { status: route.answer.status, body: JSON.stringify(page) }
    },
  })
}
