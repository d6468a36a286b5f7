import { docs, type HostileSite, page } from './hostile-site.ts'

/** Each a docs.json of its own: what is read of it before a page is rendered. */
export function listSettingSites(): HostileSite[] {
  const broken = [
    '"name": "'.concat('\\"'.repeat(300_000)),
    `"x": ${'['.repeat(50_000)}`,
    `"x": "${'\\\\'.repeat(300_000)}`,
  ]
  return [
    ...broken.map((text, index) => site(`broken settings ${index}`, 1, `{${text}`, 'failed')),
    site('many tabs', 1, docs({ navigation: { tabs: times(2_000, () => ({ tab: 'Tab', pages: ['index'] })) } })),
    site('many names', 3, docs({ navigation: { pages: names }, variables: pairs(2_000), metadata: pairs(2_000) })),
    site('front matter', heads.length, docs(), 'completed', Object.fromEntries(heads.map(head))),
    site('references', 1, docs({ navigation: { groups: times(100, () => ({ $ref: './part.json' })) } }), 'completed', {
      'part.json': JSON.stringify({ group: 'G', pages: times(300, () => 'index') }),
    }),
  ]
}

function site(
  name: string,
  cases: number,
  settings: string,
  ends: HostileSite['ends'] = 'completed',
  files = {},
): HostileSite {
  return { name, cases, ends, files: { 'docs.json': settings, 'index.mdx': page('Text.'), ...files } }
}

const names = ['/', './', 'GET ', 'a GET ', ' ', '/index'].map((piece) => piece.repeat(3_000)).concat('index')

/** As long as front matter may be. */
const heads = [
  ...['[', '{a: ', '? ', '- ', '&a ', '!a ', 'a: b: ', '#\n', '"', "''", '|\n', '*a '].map((piece) =>
    piece.repeat(2_000),
  ),
  times(1_200, (n) => `k${n}:`).join('\n'),
  times(700, (n) => `k${n}: &a${n} x`).join('\n'),
  `a: ["${'", "'.repeat(2_000)}`,
]

function head(text: string, index: number): [string, string] {
  return [`head-${index}.mdx`, page('Text.', `x: ${text.slice(0, 9_000)}\n`)]
}

function pairs(count: number): Record<string, string> {
  return Object.fromEntries(times(count, (n) => [`name-${n}`, `{{name-${n}}}`]))
}

function times<Item>(count: number, make: (n: number) => Item): Item[] {
  return Array.from({ length: count }, (_, n) => make(n))
}
