import { isIP } from 'node:net'
import { GitError } from './git-error.ts'
import { isForbiddenAddress } from './is-forbidden-address.ts'
import { originOf, parseAllowedHosts } from './parse-allowed-hosts.ts'

export interface GitPolicy {
  /** Hosts of the operator's own network, as `parseAllowedHosts` reads them: they may have private addresses. */
  allowedHosts: readonly string[]
}

export interface CheckedUrl {
  href: string
  protocol: 'https' | 'http'
  /** A name, or an address without brackets. */
  host: string
  port: number
  /** The operator named this origin himself, so its address is not judged. */
  allowListed: boolean
}

const lengthLimit = 1024

// Plain ASCII, no user info, no query, no fragment: where this matches, git, curl and WHATWG URL read the same host.
const urlShape =
  /^(https?):\/\/([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::([1-9][0-9]{0,4}))?((?:\/[\w.~!$&'()*+,;=:@%-]+)+)\/?$/i

const hostLabel = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/

// Names that mean something only inside a network; behind a proxy, which resolves for itself, this is the one guard.
const localName = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|arpa)$/

/** Syntax only, no lookup. What it returns is safe to give to git; where its host leads is for `pinAddress` to say. */
export function checkRepositoryUrl(url: string, policy: GitPolicy): CheckedUrl {
  if (url.length > lengthLimit) throw refuse(`it is longer than ${lengthLimit} characters`)
  const shape = urlShape.exec(url)
  const parsed = shape && URL.parse(url)
  if (!shape || !parsed) throw refuse('it does not have the form https://host/path')
  const [, , writtenHost = '', , path = ''] = shape

  if (parsed.hostname !== writtenHost.toLowerCase()) throw refuse('its host is an address in an unusual notation')
  if (path.split('/').slice(1).some(isUnsafeSegment)) throw refuse('its path has a part that servers read in two ways')

  return checkPublicHost(parsed, policy, ['https'])
}

type Protocol = CheckedUrl['protocol']

/** A host that the operator allows, or one whose name and port a public host may have. */
export function checkPublicHost(url: URL, policy: GitPolicy, protocols: readonly Protocol[]): CheckedUrl {
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  const port = Number(url.port) || usualPorts[protocol]
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const allowListed = parseAllowedHosts(policy.allowedHosts).has(originOf(url))
  const fault = allowListed ? undefined : (transportFault(protocol, port, protocols) ?? hostFault(host))
  if (fault) throw refuse(fault)
  return { href: url.href, protocol, host, port, allowListed }
}

const usualPorts = { http: 80, https: 443 }

function transportFault(protocol: Protocol, port: number, protocols: readonly Protocol[]): string | undefined {
  if (!protocols.includes(protocol)) return 'it does not use https'
  // Another port on a public host is a way to knock at services that are no git hosts.
  if (port !== usualPorts[protocol]) return 'it names a port, and only the usual one is open'
}

function hostFault(host: string): string | undefined {
  if (isIP(host)) return isForbiddenAddress(host) ? 'its address is not on the public internet' : undefined
  const labels = host.split('.')
  if (host.length > 253 || !labels.every((label) => hostLabel.test(label))) return 'its host is not a legal name'
  // A single word is completed by the resolver's search list, so it would name a machine of our own network.
  if (labels.length < 2 || localName.test(host)) return 'its host is a name of a local network'
}

function isUnsafeSegment(segment: string): boolean {
  const text = decode(segment)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
  return text === undefined || text === '.' || text === '..' || /[/\\\x00-\x1f\x7f-\x9f]/.test(text)
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** The URL itself stays out of the sentence: a refused one may hold a password. */
export function refuse(fault: string): GitError {
  return new GitError(
    'repository_refused',
    `The repository URL is refused: ${fault}. Use https://host/path with a public host, or ask the operator to allow this one.`,
  )
}
