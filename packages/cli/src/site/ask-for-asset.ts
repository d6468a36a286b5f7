import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { type AskRemote, NotFetched } from '@bindery/site'

/** Addresses that are nobody's public host: this machine, its networks, and those for special use. */
const inside = new BlockList()
const networks = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16',
  '198.18.0.0/15 224.0.0.0/4 240.0.0.0/4 ::/128 ::1/128 fc00::/7 fe80::/10 ff00::/8 64:ff9b::/96',
]
for (const network of networks.join(' ').split(' ')) {
  const [address = '', prefix = ''] = network.split('/')
  inside.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4')
}

/**
 * Asks the host of a picture, font or media file. A page may come from anybody, so an address inside this machine or
 * its network is never asked, also not by a redirect.
 */
export function createAssetAsk(): AskRemote {
  return async (url, signal, headers = {}) => {
    const { protocol, hostname } = new URL(url)
    if (protocol !== 'https:' && protocol !== 'http:') throw new NotFetched('it is no address of the web')
    await requirePublic(hostname.replace(/^\[|\]$/g, ''))
    // With it Node loads its own HTTP, a tenth of a second, and most builds ask no host.
    const { sendRequest } = await import('@bindery/client/http')
    try {
      return await sendRequest(url, { signal, headers: { 'accept-encoding': 'identity', ...headers } })
    } catch (error) {
      signal.throwIfAborted()
      throw new NotFetched('its host could not be reached', { cause: error })
    }
  }
}

async function requirePublic(host: string): Promise<void> {
  const addresses = isIP(host)
    ? [host]
    : (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address)
  if (addresses.length === 0) throw new NotFetched('its host is unknown')
  if (addresses.some(isInside)) throw new NotFetched('its host is on this machine or in its network')
}

function isInside(address: string): boolean {
  return inside.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
