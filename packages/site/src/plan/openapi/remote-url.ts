/** Names a host, so it is no path of the docs folder. */
export function isRemote(source: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(source)
}

// As long as an address may be that every server takes.
const longestUrl = 2000

/** The one name of a description on another host, however it is spelled; undefined for what no http host has. */
export function readRemoteUrl(source: string, base?: string): string | undefined {
  const url = source.length > longestUrl ? null : URL.parse(source, base)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  url.hash = ''
  return url.href
}
