import type { SiteFiles } from '../export-sites.ts'

/** A repository that holds many texts which would keep a careless program busy. */
export interface HostileSite {
  name: string
  /** How many of them. */
  cases: number
  files: SiteFiles
  /** How the export must end: with a site, or with an error that its author understands. */
  ends: 'completed' | 'failed'
  /** How often the report names one of them as having no effect, at the least. */
  advised?: number
}

/** Of texts of one kind, as many as are wanted; `n` makes each of them another one. */
export function makeTexts(kinds: readonly ((n: number) => string)[], count: number): string[] {
  return Array.from({ length: count }, (_, n) => kinds[n % kinds.length]?.(Math.floor(n / kinds.length)) ?? '')
}

export function docs(more: object = {}): string {
  return JSON.stringify({
    name: 'Site',
    theme: 'mint',
    colors: { primary: '#0f766e' },
    navigation: { pages: ['index'] },
    ...more,
  })
}

export function page(body: string, front = ''): string {
  return `---\ntitle: Page\n${front}---\n\n${body}\n`
}

/** Groups of a few, so that no single file holds everything. */
export function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}
