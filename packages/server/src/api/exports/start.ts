import { startExport as route } from '@bindery/contract'
import { startExport } from '../../core/exports/start-export.ts'
import { findKey } from '../../db/statements/find-key.ts'
import { actorOf } from '../actor-of.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { pollSeconds } from '../poll-job.ts'
import { readIdempotencyKey } from '../read-request.ts'

export function bindStartExport(app: App, edge: Edge, deps: AppDeps): void {
  const basePath = new URL(deps.publicUrl).pathname.replace(/\/$/, '')
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller, body }) {
      const { answer, replayed } = await startExport(deps, {
        caller,
        body,
        idempotencyKey: readIdempotencyKey(exchange.c),
        actor: actorOf(exchange, caller),
      })
      const headers = {
        Location: `${basePath}${route.path}/${answer.jobId}`,
        'Retry-After': String(pollSeconds),
        ...(replayed && { 'Idempotency-Replayed': 'true' }),
      }
      return { status: route.answer.status, body: JSON.stringify(answer), headers }
    },
  })
}
