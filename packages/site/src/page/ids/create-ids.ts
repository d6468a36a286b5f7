import { IdPool } from './id-pool.ts'

/** Ids that nothing else on the page has; those taken already are depended on from elsewhere, so the others make way. */
export function createIds(taken: Iterable<string>, longest = Number.POSITIVE_INFINITY): (text: string) => string {
  const pool = new IdPool(taken)
  return (text) => pool.take(slug(text, longest) || 'part')
}

/** Letters and digits of any script, with hyphens between. */
export function slug(text: string, longest: number): string {
  const words = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
  return words.slice(0, longest).replace(/^-+|-+$/g, '')
}
