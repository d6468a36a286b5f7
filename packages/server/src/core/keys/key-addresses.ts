import ipaddr from 'ipaddr.js'
import { OperatorError } from '../operator-error.ts'

/** Addresses and networks that a key may be used from, in the notation in which they are stored. */
export function parseKeyAddresses(entries: readonly string[]): string[] {
  return entries.map((entry) => {
    const network = parseNetwork(entry)
    if (!network) {
      throw new OperatorError(
        `"${entry}" is no address. Write one such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48.`,
      )
    }
    const [address, bits] = network
    if (bits === 0) {
      throw new OperatorError(`"${entry}" allows every address. Leave the list out instead, if that is meant.`)
    }
    return `${address.toString()}/${bits}`
  })
}

export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

export function isInside(address: string | null, networks: readonly Network[]): boolean {
  if (address === null || !ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return networks.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits))
}

export function isAddressAllowed(address: string | null, stored: readonly string[]): boolean {
  return isInside(
    address,
    stored.map((network) => ipaddr.parseCIDR(network)),
  )
}

/** A single address is a network of itself; an IPv4 one in IPv6 clothes is the IPv4 one. */
function parseNetwork(entry: string): Network | undefined {
  if (ipaddr.isValidCIDR(entry)) return unwrap(...ipaddr.parseCIDR(entry))
  if (!ipaddr.IPv4.isValidFourPartDecimal(entry) && !ipaddr.IPv6.isValid(entry)) return undefined
  const address = ipaddr.parse(entry)
  return unwrap(address, address.kind() === 'ipv4' ? 32 : 128)
}

function unwrap(address: Network[0], bits: number): Network {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
    return [address.toIPv4Address(), bits - 96]
  }
  return [address, bits]
}
