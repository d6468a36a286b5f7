import ipaddr from 'ipaddr.js'

// Every global unicast address that is assigned today lies here. Outside are loopback, link-local, unique local (AWS
// metadata at fd00:ec2::254), IPv4-mapped and -compatible, both NAT64 prefixes, multicast and what is not yet given out.
const globalUnicast = ipaddr.parseCIDR('2000::/3')

// Azure answers its machines' metadata and DNS on a public address that is the same everywhere.
const metadataOnPublicAddresses: ReadonlySet<string> = new Set(['168.63.129.16'])

/**
 * True unless the address is an ordinary one of the public internet: a list of what is allowed, so that a range nobody
 * thought of is forbidden. 6to4 and Teredo stand for an IPv4 address and are forbidden whichever one it is. What does not
 * parse, a zone (`fe80::1%eth0`) or a short form (`127.1`), is forbidden too.
 */
export function isForbiddenAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    return ipaddr.IPv4.parse(address).range() !== 'unicast' || metadataOnPublicAddresses.has(address)
  }
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return true
  const parsed = ipaddr.IPv6.parse(address)
  return !parsed.match(globalUnicast) || parsed.range() !== 'unicast'
}
