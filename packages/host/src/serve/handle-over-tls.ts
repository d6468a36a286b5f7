import type { SiteVersions } from '../versions/site-versions.ts'
import { createHandler, type HandlerSettings, type HostRequest, type RequestHandler } from './handle-request.ts'
import type { Bodies } from './read-body.ts'

export interface TlsSettings extends HandlerSettings {
  /** What `Strict-Transport-Security` says; without it the header is not sent. */
  transportSecurity: string | undefined
}

const name = 'Strict-Transport-Security'

/**
 * TLS ends at a proxy before us, which says so in `X-Forwarded-Proto`. Anybody may say so: the header binds only the
 * browser that gets it, and a browser heeds it over TLS alone. Each kind of request has header lines of its own, made
 * once.
 */
export function createTlsAnswerer(versions: SiteVersions, bodies: Bodies, settings: TlsSettings): RequestHandler {
  const { transportSecurity, headers } = settings
  const plain = createHandler(versions, bodies, settings)
  const isTheirs = Object.keys(headers).some((one) => one.toLowerCase() === name.toLowerCase())
  if (transportSecurity === undefined || isTheirs) return plain
  const secured = createHandler(versions, bodies, { ...settings, headers: { ...headers, [name]: transportSecurity } })
  return (question) => (isHttps(question) ? secured(question) : plain(question))
}

function isHttps({ headers }: HostRequest): boolean {
  const protocol = headers['x-forwarded-proto']
  return typeof protocol === 'string' && /^\s*https\s*(?:,|$)/i.test(protocol)
}
