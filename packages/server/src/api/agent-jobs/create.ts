import { createAgentJob as route } from '@bindery/contract'
import { createAgentJob } from '../../core/agent-jobs/create/create-agent-job.ts'
import { findKey } from '../../db/statements/find-key.ts'
import { actorOf } from '../actor-of.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, bindRoute } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { pollSeconds } from '../poll-job.ts'
import { readProjectId } from '../read-ids.ts'
import { readIdempotencyKey } from '../read-request.ts'

export function bindCreateAgentJob(app: App, edge: Edge, deps: AppDeps): void {
  const basePath = new URL(deps.publicUrl).pathname.replace(/\/$/, '')
  bindRoute(app, edge, deps, route, {
    find: (hash) => findKey(deps.pool, hash),
    async answer({ exchange, caller, body }) {
      const projectId = readProjectId(exchange.c)
      const { answer, replayed } = await createAgentJob(deps, {
        caller,
        projectId,
        body,
        idempotencyKey: readIdempotencyKey(exchange.c),
        actor: actorOf(exchange, caller),
      })
      const headers = {
        Location: `${basePath}${route.path.replace('{projectId}', projectId)}/${answer.id}`,
        'Retry-After': String(pollSeconds),
        ...(replayed && { 'Idempotency-Replayed': 'true' }),
      }
      return { status: route.answer.status, body: JSON.stringify(answer), headers }
    },
  })
}
