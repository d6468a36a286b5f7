import { createHash } from 'node:crypto'
import type { Section } from '../navigation-index.ts'

/** Readers search the language and the version that they read; a scope is named by both. */
export function scopeOf(section: Section | undefined): string {
  const labels = (section?.trail ?? [])
    .filter(({ kind }) => kind === 'language' || kind === 'version')
    .map(({ kind, label }) => `${kind}:${label}`)
  return labels.length === 0 ? 'all' : createHash('sha256').update(labels.join('/')).digest('hex').slice(0, 10)
}
