import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import { isInside } from '../core/keys/key-addresses.ts'

export type ApiContext = Context<{ Bindings: HttpBindings }>
export type ReadAddress = (c: ApiContext) => string | null

/**
 * Who calls. X-Forwarded-For is believed from the right, as far as the operator's own proxies wrote it; whatever a
 * client put in front of that is his own invention.
 */
export function createAddressReader(trustedProxies: readonly string[]): ReadAddress {
  if (trustedProxies.length === 0) return readPeer
  const proxies = trustedProxies.map((network) => ipaddr.parseCIDR(network))
  return (c) => {
    let address = readPeer(c)
    const hops = c.req.header('x-forwarded-for')?.split(',') ?? []
    while (address !== null && isInside(address, proxies)) {
      const hop = hops.pop()?.trim()
      if (hop === undefined) break
      if (!ipaddr.isValid(hop)) return address
      address = plain(hop)
    }
    return address
  }
}

function readPeer(c: ApiContext): string | null {
  const address = c.env.incoming.socket.remoteAddress
  return address === undefined ? null : plain(address)
}

/** An IPv4 address in IPv6 clothes is the IPv4 one. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}
