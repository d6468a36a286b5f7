import { type ApiContext, createProxyTest } from './client-address.ts'

export interface TransportSettings {
  publicUrl: string
  trustedProxies: readonly string[]
  /** The header's value; without one it is not sent. */
  transportSecurity: string | undefined
}

/** What `Strict-Transport-Security` says in the answer to this request; `undefined` for one that came without TLS. */
export type ReadTransportSecurity = (c: ApiContext) => string | undefined

/**
 * TLS ends at a proxy before us. That it was there is known from the installation's own address, or from what a trusted
 * proxy says of the request.
 */
export function createTransportSecurity(settings: TransportSettings): ReadTransportSecurity {
  const { publicUrl, trustedProxies, transportSecurity } = settings
  if (transportSecurity === undefined) return () => undefined
  if (publicUrl.startsWith('https:')) return () => transportSecurity
  const isTrusted = createProxyTest(trustedProxies)
  return (c) => (isHttps(c) && isTrusted(c) ? transportSecurity : undefined)
}

/** The first word is of the proxy that the client has asked. */
function isHttps(c: ApiContext): boolean {
  return /^\s*https\s*(?:,|$)/i.test(c.req.header('x-forwarded-proto') ?? '')
}
