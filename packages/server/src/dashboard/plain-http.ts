import type { ApiContext } from '../http/client-address.ts'

/** Where browsers keep `Secure` cookies without TLS too. */
const ownMachine = /^(?:localhost|(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/**
 * The host that a browser has asked over plain http, if it then keeps no cookie of ours: nobody can sign in there. What
 * the headers say is believed, since nothing but a notice depends on it.
 */
export function readPlainHost({ req }: ApiContext, publicUrl: string): string | undefined {
  const host = req.header('host') ?? ''
  const { protocol, host: ours } = new URL(publicUrl)
  const { hostname = '' } = URL.parse(`http://${host}`) ?? {}
  if (hostname === '' || ownMachine.test(hostname)) return undefined
  if (/^\s*https\b/i.test(req.header('x-forwarded-proto') ?? '')) return undefined
  // Behind a proxy that says nothing, the installation's own address is all that is known.
  return protocol === 'https:' && host === ours ? undefined : host
}
