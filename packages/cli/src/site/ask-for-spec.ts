import { RequestFailed, sendRequest } from '@bindery/client/http'
import { type AskRemote, NotFetched } from '@bindery/site'

/**
 * Asks the host of a description, by https. Plain http goes to `localhost` alone, and only where one of `urls` names
 * it: no other host may send the author's own machine a request by a redirect.
 */
export function createAsk(urls: readonly string[]): AskRemote {
  const local = new Set(
    urls.map((url) => new URL(url)).flatMap(({ origin, hostname }) => (isLocal(hostname) ? origin : [])),
  )

  return async (url, signal) => {
    const { protocol, hostname, origin } = new URL(url)
    if (isLocal(hostname) && !local.has(origin)) throw new NotFetched('it is redirected to this machine')
    if (protocol !== 'https:' && !local.has(origin)) throw new NotFetched('it is not at an https address')
    const { status, headers, body } = await sendRequest(url, { signal }).catch((error: unknown) => {
      throw new NotFetched(`its host could not be reached${formatCode(error)}`)
    })
    return { status, headers, body }
  }
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost'
}

/** `ENOTFOUND`, `ECONNREFUSED`, `CERT_HAS_EXPIRED`: an author knows what to do about them. */
function formatCode(error: unknown): string {
  return error instanceof RequestFailed ? ` (${error.code})` : ''
}
