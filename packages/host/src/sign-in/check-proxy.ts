import { isIPv6 } from 'node:net'
import type { ProxyMethod } from '../config/read-sign-in.ts'
import type { HostRequest } from '../serve/handle-request.ts'
import type { ReaderCheck } from './reader-check.ts'
import { respondText } from './respond-text.ts'

/** A proxy has signed the reader in and says so in headers. From any other address they are a stranger's invention. */
export function checkProxy({ proxies, userHeader, groupsHeader }: ProxyMethod): ReaderCheck {
  return {
    identify(question) {
      const { raw, headers } = question
      const peer = plain(raw?.socket.remoteAddress ?? '')
      if (!proxies.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')) return undefined
      // Twice means that somebody has sent one of his own along.
      if ([userHeader, groupsHeader].some((name) => countHeader(question, name) > 1)) return undefined
      const user = headers[userHeader]
      if (typeof user !== 'string' || user.trim() === '') return undefined
      const groups = headers[groupsHeader]
      return typeof groups === 'string' ? groups.split(',').map((group) => group.trim()) : []
    },
    turnAway: () => respondText(401, 'Sign in to read this site.\n'),
  }
}

function countHeader({ raw }: HostRequest, name: string): number {
  return raw?.rawHeaders.filter((one, at) => at % 2 === 0 && one.toLowerCase() === name).length ?? 0
}

/** An IPv4 address in IPv6 clothes is the IPv4 one. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}
