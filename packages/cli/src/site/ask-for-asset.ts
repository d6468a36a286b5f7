import { lookup as lookUpName } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
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

type Resolve = (host: string) => Promise<readonly string[]>

/**
 * Requests an image, font or media file of another host. A page may come from anybody, so an address inside this machine
 * or its network is never connected to, also not by a redirect: each hop is resolved once, judged and connected to by
 * the addresses that were judged. A proxy resolves names itself.
 */
export function createAssetAsk(resolve: Resolve = resolveName): AskRemote {
  return async (url, signal, headers = {}) => {
    const { protocol, hostname } = new URL(url)
    if (protocol !== 'https:' && protocol !== 'http:') throw new NotFetched('it is no address of the web')
    const addresses = await requirePublic(hostname.replace(/^\[|\]$/g, ''), resolve)
    // With it Node loads its own HTTP, a tenth of a second, and most builds ask no host.
    const { sendRequest } = await import('@bindery/client/http')
    try {
      const sent = { 'accept-encoding': 'identity', ...headers }
      return await sendRequest(url, { signal, headers: sent, lookup: pin(hostname, addresses) })
    } catch (error) {
      signal.throwIfAborted()
      throw new NotFetched('its host could not be reached', { cause: error })
    }
  }
}

async function requirePublic(host: string, resolve: Resolve): Promise<readonly string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => [])
  if (addresses.length === 0) throw new NotFetched('its host is unknown')
  if (addresses.some(isInside)) throw new NotFetched('its host is on this machine or in its network')
  return addresses
}

async function resolveName(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/** Returns what was judged, whatever a resolver would say now; a proxy has another name. */
function pin(host: string, addresses: readonly string[]): LookupFunction {
  const pinned = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  return (name, options, done) => {
    const [first = { address: '', family: 4 }] = pinned
    if (name !== host) lookUpName(name, options, done)
    else if (options.all) done(null, pinned)
    else done(null, first.address, first.family)
  }
}

function isInside(address: string): boolean {
  return inside.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
