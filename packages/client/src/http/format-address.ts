/** An address as it may stand in a log: a presigned link is a credential, so its query is left out. */
export function formatAddress(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  return `${url.protocol}//${url.host}${url.pathname}${url.search === '' ? '' : '?…'}`
}
