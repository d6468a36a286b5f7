/** Services whose pictures show a state of now. */
const badgeHosts = new Set([
  'badge.fury.io',
  'badgen.net',
  'badges.gitter.im',
  'codecov.io',
  'coveralls.io',
  'img.shields.io',
  'shields.io',
  'snyk.io',
  'travis-ci.com',
])

// A link that somebody signed for a while: its bytes may stay, its address does not.
const signatures = ['x-amz-signature', 'x-goog-signature', 'signature', 'sig', 'token']

/** Whether an address names a picture that changes by itself: a copy of it would soon be wrong. */
export function isLiveAddress(url: string): boolean {
  const { hostname, pathname, searchParams } = new URL(url)
  if (badgeHosts.has(hostname)) return true
  if (pathname.split('/').some((part) => /^badges?(?:\.svg)?$/i.test(part))) return true
  return [...searchParams.keys()].some((name) => signatures.includes(name.toLowerCase()))
}

/** Whether its host says the same. */
export function isLiveAnswer(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  return String(headers['cache-control'] ?? '')
    .toLowerCase()
    .includes('no-store')
}
