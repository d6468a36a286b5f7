import { formatAddress } from './format-address.ts'
import { RequestFailed } from './request-failed.ts'
import { type HttpResponse, type RequestOptions, sendRequest } from './send-request.ts'

export interface FollowOptions extends Omit<RequestOptions, 'method' | 'body'> {
  /** Whether a redirect may lead to an address that is not https. */
  allowHttp: boolean
}

const mostRedirects = 5

/** Follows redirects by http(s) alone, and sends the same headers to each address: none of them may be a credential. */
export async function followRedirects(
  address: string,
  { allowHttp, ...options }: FollowOptions,
): Promise<HttpResponse> {
  let at = new URL(address)
  for (let hops = 0; hops <= mostRedirects; hops++) {
    const response = await sendRequest(at, options)
    const { location } = response.headers
    if (response.status < 300 || response.status >= 400 || location === undefined) return response
    response.discard()
    at = nextAddress(location, at, allowHttp)
  }
  throw new RequestFailed('bad_redirect', `it leads on more than ${mostRedirects} times`)
}

/** What began encrypted does not go on in the clear, and never to a file of this machine. */
function nextAddress(location: string, from: URL, allowHttp: boolean): URL {
  const next = URL.parse(location, from.href)
  if (next?.protocol === 'https:' || (allowHttp && next?.protocol === 'http:')) return next
  throw new RequestFailed('bad_redirect', `it leads to ${formatAddress(next?.href ?? location)}, which is not https`)
}
