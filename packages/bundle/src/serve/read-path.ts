/** The path of a request within the site, decoded, and its query; or why there is none. */
export type ReadPath =
  | { kind: 'path'; path: string; query: string }
  | { kind: 'moved'; location: string }
  | { kind: 'outside' }
  | { kind: 'malformed' }

/** `basePath` is empty or begins with a slash and ends without one. */
export function readPath(url: string, basePath: string): ReadPath {
  const mark = url.indexOf('?')
  const address = mark === -1 ? url : url.slice(0, mark)
  const query = mark === -1 ? '' : url.slice(mark)
  if (!address.startsWith('/')) return { kind: 'malformed' }
  if (basePath !== '' && !address.startsWith(`${basePath}/`)) {
    return address === basePath ? { kind: 'moved', location: `${basePath}/${query}` } : { kind: 'outside' }
  }
  const encoded = address.slice(basePath.length)
  if (!encoded.includes('%')) return { kind: 'path', path: encoded, query }
  try {
    return { kind: 'path', path: decodeURIComponent(encoded), query }
  } catch {
    return { kind: 'malformed' }
  }
}

/** Where a moved address leads: what was asked for goes along, unless the new address brings a query of its own. */
export function locate(location: string, basePath: string, query: string): string {
  const [address = '', ...fragment] = location.split('#')
  const whole = address.startsWith('/') ? `${basePath}${address}` : address
  return [address.includes('?') ? whole : `${whole}${query}`, ...fragment].join('#')
}
