import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { CheckedUrl } from '../../outbound/check-repository-url.ts'
import { type Reach, reachHost, readAuthorities } from '../../outbound/reach-host.ts'

/** To one host, at the addresses that it had when it was judged; its connection serves several requests. */
export async function openLine(url: CheckedUrl, reach: Reach) {
  const way = await reachHost(url, reach)
  const Agent = url.protocol === 'http' ? HttpAgent : HttpsAgent
  const agent = way.agent instanceof HttpAgent ? way.agent : new Agent({ keepAlive: true })
  return {
    base: url.href.replace(/\/$/, ''),
    way: { ...way, ...readAuthorities(reach.caFile), agent },
    close: () => agent.destroy(),
  }
}
