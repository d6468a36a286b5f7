/** A way of being private: by a page's own front matter, or by what docs.json says. */
export interface Way {
  name: string
  write(front: string, body: string): string
  /** The same said in a description of an API, of an operation whose page is made from it alone. */
  metadata?: object
  /** Fields of docs.json itself, of its navigation, of each group, and of each tab, version or language. */
  docs?: object
  navigation?: object
  group?: object
  division?: object
}

/** Nothing is private: what is not found then, would never be found. */
export const open: Way = { name: 'open', write: withFront(''), metadata: {} }

const lines: readonly [string, object][] = [
  ['groups: []', { groups: [] }],
  ['groups: ["staff"]', { groups: ['staff'] }],
  ['groups: staff', { groups: 'staff' }],
  ['groups:', { groups: null }],
  ['groups: 7', { groups: 7 }],
  ['groups: {}', { groups: {} }],
  ['groups: []\npublic: true', { groups: [], public: true }],
  ['public: false', { public: false }],
  ['public: "true"', { public: 'true' }],
]

/** These say it in the page. */
export const frontWays: readonly Way[] = [
  ...lines.map(([line, metadata]) => ({ name: JSON.stringify(line), write: withFront(`${line}\n`), metadata })),
  { name: 'broken YAML', write: withFront('groups: ["staff"\n') },
  { name: 'no end', write: (front, body) => `---\n${front}groups: []\n\n${body}` },
  { name: 'another start', write: (front, body) => `\n---\n${front}groups: []\n---\n${body}` },
]

/** These close a site whole: whatever does not say `public: true` is private. */
export const siteWays: readonly Way[] = [
  { ...open, name: 'docs.json', docs: { public: false } },
  { ...open, name: 'a login', docs: { authentication: { mode: 'full' } } },
  { ...open, name: 'the navigation', navigation: { public: false } },
]

/** These close what stands in a part of the navigation. */
export const partWays: readonly Way[] = [
  { ...open, name: 'a group', group: { public: false } },
  { ...open, name: 'a tab, a version or a language', division: { public: false } },
]

function withFront(more: string): Way['write'] {
  return (front, body) => `---\n${front}${more}---\n${body}`
}
