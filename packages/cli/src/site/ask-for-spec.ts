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
    // With it Node loads its own HTTP, a tenth of a second, and most sites have no description elsewhere.
    const { RequestFailed, sendRequest } = await import('@bindery/client/http')
    const { status, headers, body } = await sendRequest(url, { signal }).catch((error: unknown) => {
      // `ENOTFOUND`, `ECONNREFUSED`, `CERT_HAS_EXPIRED`: an author knows what to do about them.
      const code = error instanceof RequestFailed ? ` (${error.code})` : ''
      throw new NotFetched(`its host could not be reached${code}`)
    })
    return { status, headers, body }
  }
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost'
}
