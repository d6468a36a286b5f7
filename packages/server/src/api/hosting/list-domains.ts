import { type HostedPage, listHostedDomains as route } from '@bindery/contract'
import { isWaiting, listHostedDomains } from '../../core/hosting/list-hosted-domains.ts'
import { verifyKey } from '../../core/keys/verify-key.ts'
import type { AppDeps } from '../app-deps.ts'
import type { App } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import { readWait } from '../poll-job.ts'
import { bindHostRoute } from './bind-host-route.ts'

/** What the database announces every change of a hosted domain by. */
const channel = 'hosting'

export function bindListHostedDomains(app: App, edge: Edge, deps: AppDeps): void {
  bindHostRoute(app, edge, deps, route, async ({ exchange, key, query, findKey }) => {
    const { req } = exchange.c
    const { seconds } = readWait(req.header('prefer'))
    let page = await listHostedDomains(deps.pool, query)
    if (seconds > 0 && isWaiting(query.cursor, page)) {
      using _place = deps.waits.take({ who: 'API key', id: key.key_id, address: exchange.address })
      page = await waitForNews(seconds, req.raw.signal)
      verifyKey(await findKey())
    }
    return { status: route.answer.status, body: JSON.stringify(page) }

    /** Looks once more after it began to listen: what changed in between would be missed otherwise. */
    async function waitForNews(waitSeconds: number, signal: AbortSignal): Promise<HostedPage> {
      using subscription = deps.jobs.subscribe(channel)
      const again = await listHostedDomains(deps.pool, query)
      if (!isWaiting(query.cursor, again)) return again
      await subscription.changed(waitSeconds * 1000, signal)
      return listHostedDomains(deps.pool, query)
    }
  })
}
