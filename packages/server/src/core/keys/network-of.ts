import ipaddr from 'ipaddr.js'

/** IPv6 callers own a /64 at least, so that is what is counted. */
export function networkOf(address: string | null): string {
  if (address === null) return ''
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address
  return ipaddr.IPv6.parse(address).parts.slice(0, 4).join(':')
}
