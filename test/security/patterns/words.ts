import { docs, type HostileSite, inGroups, makeTexts, page } from './hostile-site.ts'

/** Pages whose words, headings and links must be put in order when all are there. */
const kinds: readonly ((n: number) => string)[] = [
  (n) => `a${'\u0316\u0300'.repeat(2_000 + n)}`,
  (n) => `${n} ${'word '.repeat(2_000)}`,
  (n) => Array.from({ length: 400 }, (_, at) => `## Word ${n} ${at}`).join('\n\n'),
  (n) => Array.from({ length: 400 }, (_, at) => `[Link](#word-${n}-${at})`).join('\n\n'),
  (n) => '語'.repeat(2_000 + n),
  (n) => `${'x'.repeat(5_000)}${n}`,
  (n) => `${'[ '.repeat(1_000)}${n}`,
  (n) => `<Frame caption="${'[ '.repeat(1_500)}${n}">Text.</Frame>`,
  (n) => `\`\`\`js\n${' '.repeat(3_000)}// [!code ++]${' '.repeat(3_000)}${n}\n\`\`\``,
  (n) => `<Update label="a${'\u0316\u0300'.repeat(1_000)}${n}">Text.</Update>`,
]

const together = 60

export function listWordSites(count: number): HostileSite[] {
  return inGroups(makeTexts(kinds, count), together).map((bodies, index) => ({
    name: `words ${index}`,
    cases: bodies.length,
    ends: 'completed',
    files: {
      'docs.json': docs(),
      'index.mdx': page('Text.'),
      ...Object.fromEntries(bodies.map((body, number) => [`page-${number}.mdx`, page(body)])),
    },
  }))
}
