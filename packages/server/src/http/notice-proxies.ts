import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Log } from '../ops/log.ts'

/** Something that passes the requests of others on, and that no setting names. */
export interface UndeclaredProxy {
  address: string
  /** The network that would have to be trusted. */
  network: string
  requests: number
  since: Date
}

export interface ProxyNotices {
  /** A request from an address that is not trusted, with whatever headers it has. */
  see(address: string, headers: IncomingHttpHeaders): void
  list(): UndeclaredProxy[]
}

/**
 * Behind a proxy that is not declared all clients have one address, and one of them uses up what all may do. Any client
 * can send such a header, so it is reported and changes nothing: once for addresses of the operator's own networks and
 * once for public ones, so that a client from outside cannot hide the proxy, nor fill the log.
 */
export function createProxyNotices(log: Pick<Log, 'warn'>): ProxyNotices {
  const seen = new Map<'own' | 'public', UndeclaredProxy>()
  return {
    see(address, headers) {
      if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return
      const kind = isPublic(address) ? 'public' : 'own'
      const known = seen.get(kind)
      if (known?.address === address) known.requests++
      else seen.set(kind, { address, network: networkOf(address), requests: 1, since: new Date() })
      if (!known) {
        log.warn(
          { address, setting: `BINDERY_TRUSTED_PROXIES=${networkOf(address)}` },
          'requests come through a proxy that is not declared: all clients behind it share one address for limits, keys and the audit log; if it is yours, trust its network, else ignore this',
        )
      }
    },
    list: () => [...seen.values()],
  }
}

function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

const networkOf = (address: string) => `${address}/${address.includes(':') ? 128 : 32}`
