import { docs, type HostileSite, inGroups, makeTexts, page } from './hostile-site.ts'

const letters = 'abc'

/** Rules that match almost, in as many ways as there are. */
const kinds: readonly ((n: number) => string)[] = [
  (n) => `${'*a'.repeat(3 + (n % 12))}b${n}`,
  (n) => `${'*?'.repeat(3 + (n % 20))}b${n}`,
  (n) => `*${'a'.repeat(20 + (n % 90))}b${n}`,
  (n) => `${'**/'.repeat(2 + (n % 10))}*a*a*b${n}`,
  (n) => `${'**/*a*/'.repeat(2 + (n % 8))}b${n}`,
  (n) => `${'a*'.repeat(3 + (n % 12))}[!a-c]${n}`,
  (n) => `${'[a-c]*'.repeat(3 + (n % 10))}!${n}`,
  (n) => `!${'*a'.repeat(3 + (n % 12))}b${n}`,
  (n) => `/${'*a'.repeat(3 + (n % 12))}b${n}/`,
  (n) => `${'*(a+)+'.repeat(2 + (n % 6))}$${n}`,
  (n) => `${'***a'.repeat(3 + (n % 10))}b${n}`,
]

/** Rules that nobody can read; each must be reported and no more. */
const invalid: readonly ((n: number) => string)[] = [
  (n) => `[b-a]${n}`,
  (n) => `[z-${letters[n % 3]}]*a*a*a*b${n}`,
  (n) => `[a${n}`,
  (n) => `[[:alpha:]]*${n}`,
  (n) => `${n}\\`,
]

const together = 120

export function listGlobSites(count: number): HostileSite[] {
  const groups = inGroups(makeTexts(kinds, count), together)
  return [...groups.map((rules, index) => makeSite(rules, `globs ${index}`)), makeInvalid()]
}

function makeInvalid(): HostileSite {
  const rules = makeTexts(invalid, 20)
  return { ...makeSite(rules, 'invalid globs'), advised: rules.length }
}

function makeSite(rules: readonly string[], name: string): HostileSite {
  const [one = [], two = []] = inGroups(rules, Math.ceil(rules.length / 2))
  return {
    name,
    cases: rules.length,
    ends: 'completed',
    files: {
      'docs.json': docs(),
      'index.mdx': page('Text.'),
      '.mintignore': `${one.join('\n')}\n`,
      '.binderyignore': `${two.join('\n')}\n`,
      // Names that each of the rules has to be compared with to the end.
      ...Object.fromEntries(['a', 'ab', 'abc', '('].map((piece) => [`${repeat(piece, 240)}.mdx`, page('Text.')])),
      [`${'a/'.repeat(30)}${repeat('a', 200)}.txt`]: 'Text.',
      [`${`${repeat('a', 100)}/`.repeat(4)}c.txt`]: 'Text.',
    },
  }
}

function repeat(piece: string, length: number): string {
  return piece.repeat(Math.floor(length / piece.length))
}
