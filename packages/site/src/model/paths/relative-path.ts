const plain = /^[\w./~-]*$/

/**
 * The link from one file of the site to another, both given from the site's root; percent-encoded where needed. A page
 * has about a hundred of these, so it walks the texts once and splits nothing.
 */
export function relativePath(from: string, to: string): string {
  const end = Math.min(from.length, to.length)
  let shared = 0
  for (let at = 0; at < end && from.charCodeAt(at) === to.charCodeAt(at); at++) {
    if (from.charCodeAt(at) === 47) shared = at + 1
  }
  let up = ''
  for (let at = from.indexOf('/', shared); at !== -1; at = from.indexOf('/', at + 1)) up += '../'
  const down = to.slice(shared)
  // A first segment with a colon would read as a scheme; encoding turns it into %3A.
  return up + (plain.test(down) ? down : down.toWellFormed().split('/').map(encodeURIComponent).join('/'))
}
