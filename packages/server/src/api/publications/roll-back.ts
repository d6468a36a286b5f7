import { rollBack as route } from '@bindery/contract'
import { rollBack } from '../../core/publications/roll-back.ts'
import { findKey } from '../../db/statements/find-key.ts'
import { actorOf } from '../actor-of.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readDomain } from '../read-ids.ts'
import { readIdempotencyKey } from '../read-request.ts'

export function bindRollBack(app: App, edge: Edge, deps: AppDeps): void {
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller, body: { jobId, pin } }) {
      const { answer, replayed } = await rollBack(deps, {
        caller,
        domain: readDomain(exchange.c),
        exportId: jobId,
        pin,
        idempotencyKey: readIdempotencyKey(exchange.c),
        actor: actorOf(exchange, caller),
      })
      const headers = replayed ? { 'Idempotency-Replayed': 'true' } : undefined
      return { status: route.answer.status, body: JSON.stringify(answer), ...(headers && { headers }) }
    },
  })
}
