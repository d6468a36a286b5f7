import type { PageSection } from '../../model/searched-page.ts'
import { type Match, matchBest } from './match-best.ts'
import { likeness, sketchText, wordLikeness } from './sketch-text.ts'

interface Place extends PageSection {
  sketch: Uint32Array
  /** The headings around it. */
  previous: string
  next: string
}

const leastScore = 0.5
/** A page with more places that are gone is another page. */
const mostPlaces = 500

/** Which heading of a page each one that is gone has become: by what stands below it, its words, and its place. */
export function matchSections(
  gone: readonly string[],
  before: readonly PageSection[],
  now: readonly PageSection[],
): Match<PageSection, PageSection>[] {
  const [left, known] = [new Set(gone), new Set(before.map(({ id }) => id))]
  const from = placesOf(before).filter(({ id }) => left.has(id))
  const to = placesOf(now).filter(({ id }) => id !== '' && !known.has(id))
  if (from.length > mostPlaces || to.length > mostPlaces) return []
  const pairs = from.flatMap((_, a) => to.map((__, b) => [a, b] as const))
  return matchBest(from, to, pairs, scoreSections)
}

function placesOf(sections: readonly PageSection[]): Place[] {
  return sections.map((section, at) => ({
    ...section,
    sketch: sketchText(section.text),
    previous: sections[at - 1]?.id ?? '',
    next: sections[at + 1]?.id ?? '',
  }))
}

function scoreSections(from: Place, to: Place): number | undefined {
  // A heading with nothing of its own below it says nothing for or against.
  const text = from.sketch.length + to.sketch.length === 0 ? 0.5 : likeness(from.sketch, to.sketch)
  const words = wordLikeness(from.heading, to.heading)
  const around = (from.previous === to.previous ? 0.5 : 0) + (from.next === to.next ? 0.5 : 0)
  const score = 0.6 * text + 0.2 * words + 0.3 * around
  return score < leastScore ? undefined : score
}
