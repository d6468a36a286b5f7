import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import { isInside } from '../core/keys/key-addresses.ts'
import type { ProxyNotices } from './notice-proxies.ts'

export type ApiContext = Context<{ Bindings: HttpBindings }>
export type ReadAddress = (c: ApiContext) => string | null

/**
 * Who calls. X-Forwarded-For is believed from the right, as far as the operator's own proxies wrote it; whatever a
 * client put in front of that is his own invention.
 */
export function createAddressReader(trustedProxies: readonly string[], notices: ProxyNotices): ReadAddress {
  const proxies = trustedProxies.map((network) => ipaddr.parseCIDR(network))
  return (c) => {
    const peer = readPeer(c)
    if (peer === null) return null
    if (proxies.length > 0 && isInside(peer, proxies)) return readForwarded(c, peer, proxies)
    notices.see(peer, c.env.incoming.headers)
    return peer
  }
}

/** Whether a request comes straight from one of the operator's own proxies, whose headers are believed. */
export function createProxyTest(trustedProxies: readonly string[]): (c: ApiContext) => boolean {
  const proxies = trustedProxies.map((network) => ipaddr.parseCIDR(network))
  return (c) => {
    const peer = readPeer(c)
    return peer !== null && isInside(peer, proxies)
  }
}

function readForwarded(c: ApiContext, peer: string, proxies: Parameters<typeof isInside>[1]): string {
  let address = peer
  const hops = c.req.header('x-forwarded-for')?.split(',') ?? []
  while (isInside(address, proxies)) {
    const hop = hops.pop()?.trim()
    if (hop === undefined) break
    if (!ipaddr.isValid(hop)) return address
    address = plain(hop)
  }
  return address
}

function readPeer(c: ApiContext): string | null {
  const address = c.env.incoming.socket.remoteAddress
  return address === undefined ? null : plain(address)
}

/** An IPv4 address in IPv6 clothes is the IPv4 one. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}
