import { docs, type HostileSite, inGroups, makeTexts, page } from './hostile-site.ts'

const kinds: readonly ((n: number) => string)[] = [
  (n) => `/${':a.'.repeat(4 + (n % 6))}!${n}`,
  (n) => `/:a-:b-:c!${n}`,
  (n) => `/*a*b!${n}`,
  (n) => `/:x*/:a.:b!${n}`,
  (n) => `/*${'a'.repeat(40 + (n % 200))}b${n}/*`,
  (n) => `/${':a/'.repeat(2 + (n % 7))}*b!${n}`,
  (n) => `/${'*'.repeat(3 + (n % 5))}${n}`,
  (n) => `/:a:b:c:d${n}`,
  (n) => `/${'/'.repeat(300)}${n}`,
  (n) => `/(a+)+$${n}`,
  (n) => `/:x*a:y*b${n}`,
  (n) => `/*x*y/:z${n}`,
]

/** What the patterns are tried on, by links of a page and by requests. */
export const addresses: readonly string[] = ['a.', 'a-', 'a', 'ab', 'a/', 'x/a.', '/', '(a+)+'].map(
  (piece) => `/${piece.repeat(Math.floor(480 / piece.length))}`,
)

const together = 300

export function listRedirectSites(count: number): HostileSite[] {
  return inGroups(makeTexts(kinds, count), together).map((sources, index) => ({
    name: `redirects ${index}`,
    cases: sources.length,
    ends: 'completed',
    // Three of the twelve kinds can be read in too many ways.
    advised: Math.floor(sources.length / 4),
    files: {
      'docs.json': docs({
        redirects: [
          ...sources.map((source) => ({ source, destination: '/index/:a*' })),
          // Each of them leads on by the patterns.
          ...addresses.map((destination, number) => ({ source: `/exact-${number}`, destination })),
        ],
      }),
      'index.mdx': page(addresses.map((address) => `[Link](${encodeURI(address)})`).join('\n\n')),
    },
  }))
}
