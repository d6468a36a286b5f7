import type { Division } from '../../model/navigation.ts'
import type { Section } from '../../model/navigation-index.ts'
import { scopeOf } from '../../model/paths.ts'

/** The labels down to a section; a language and a version have an index of their own. */
export function nameSection(section: Section | undefined): string {
  const inside = (section?.trail ?? []).filter(({ kind }) => kind !== 'root' && !isScope(kind))
  return inside.map(({ label }) => label).join(' › ')
}

function isScope(kind: Division['kind']): boolean {
  return kind === 'language' || kind === 'version'
}

const mostScopes = 4

/**
 * What a reader of a section searches: its own scope, and beside it what stands in no version; from there, the version
 * that is shown first.
 */
export function listReaderScopes(section: Section | undefined, sections: readonly Section[]): string[] {
  const scopes = new Set([scopeOf(section)])
  for (const other of sections) {
    if (other !== section && isBeside(section, other)) scopes.add(scopeOf(other))
  }
  return [...scopes].slice(0, mostScopes)
}

function isBeside(own: Section | undefined, other: Section): boolean {
  return (['language', 'version'] as const).every((kind) => {
    const at = other.trail.findIndex((division) => division.kind === kind)
    const theirs = other.trail[at]
    if (theirs === undefined) return true
    const ours = own?.trail.find((division) => division.kind === kind)
    return ours ? ours.label === theirs.label : isFirst(theirs, other.trail[at - 1])
  })
}

function isFirst(division: Division, parent: Division | undefined): boolean {
  const choices = (parent?.divisions ?? []).filter(({ kind }) => kind === division.kind)
  return division === (choices.find((one) => one.default) ?? choices[0])
}
