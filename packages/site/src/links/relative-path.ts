/** The link from one file of the site to another, both given from the site's root; percent-encoded where needed. */
export function relativePath(from: string, to: string): string {
  const here = from.split('/').slice(0, -1)
  const there = to.split('/')
  let shared = 0
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared++
  const up = '../'.repeat(here.length - shared)
  const down = there.slice(shared).map(encodeURIComponent).join('/')
  // A first segment with a colon would read as a scheme; encodeURIComponent has already made it %3A.
  return `${up}${down}`
}
