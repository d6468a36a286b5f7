const start = '/dashboard'

/** Where somebody wanted to go before signing in: a page of ours, and whatever else is asked for is the start. */
export function readReturnTo(asked: string | null | undefined): string {
  const url = asked?.startsWith('/') ? URL.parse(asked, 'http://ours.invalid') : null
  if (url?.origin !== 'http://ours.invalid') return start
  return /^\/(dashboard|account|operator|invitation)(\/|$)/.test(url.pathname) ? url.pathname + url.search : start
}
