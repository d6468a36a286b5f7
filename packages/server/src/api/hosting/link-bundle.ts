import { createHostedBundle as route } from '@bindery/contract'
import { linkHostedBundle } from '../../core/hosting/link-hosted-bundle.ts'
import type { AppDeps } from '../app-deps.ts'
import type { App } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readDomain } from '../read-ids.ts'
import { bindHostRoute } from './bind-host-route.ts'

export function bindCreateHostedBundle(app: App, edge: Edge, deps: AppDeps): void {
  bindHostRoute(app, edge, deps, route, async ({ exchange, key, body }) => {
    const { address, requestId } = exchange
    const bundle = await linkHostedBundle(deps, {
      domain: readDomain(exchange.c),
      exportId: body.jobId,
      since: body.since,
      actor: { name: `host:${key.key_id}`, address, requestId },
    })
    return { status: route.answer.status, body: JSON.stringify(bundle) }
  })
}
