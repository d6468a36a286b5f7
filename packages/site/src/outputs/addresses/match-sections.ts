import type { PageSection } from '../../model/searched-page.ts'
import { anchorOf } from '../../page/ids/anchor-of.ts'
import { type Match, matchBest } from './match-best.ts'
import { likeness, sketchText, wordLikeness } from './sketch-text.ts'

interface Place extends PageSection {
  /** Its id, but for the number that it may have. */
  base: string
  sketch: Uint32Array
  /** The headings around it. */
  previous: string
  next: string
}

const leastScore = 0.5
/** A page with more places that are gone is another page. */
const mostPlaces = 500

/**
 * Which heading of a page each one that is gone has become: by what stands below it, its words, and its place. Headings
 * of the same words are numbered (`returns`, `returns-2`), so that when one of them is renamed the last number is gone,
 * and the id that the renamed one had is another's: where a number is gone, all that are called so are matched anew.
 */
export function matchSections(
  gone: readonly string[],
  before: readonly PageSection[],
  now: readonly PageSection[],
): Match<PageSection, PageSection>[] {
  const [left, known] = [new Set(gone), new Set(before.map(({ id }) => id))]
  const bases = listBases(left, before)
  const from = placesOf(before).filter(({ id, base }) => left.has(id) || (id !== '' && bases.has(base)))
  const to = placesOf(now).filter(({ id, base }) => id !== '' && (!known.has(id) || bases.has(base)))
  if (from.length > mostPlaces || to.length > mostPlaces) return []
  const pairs = from.flatMap((_, a) => to.map((__, b) => [a, b] as const))
  const matches = matchBest(from, to, pairs, scoreSections)
  // One that only has another number now is told by the one that was renamed, or deleted.
  return matches.filter((match) => left.has(match.from.id) || match.from.base !== match.to.base)
}

/** What ids that are gone were before they had a number. A step or a tab may be numbered after a heading, and is no section. */
function listBases(gone: ReadonlySet<string>, before: readonly PageSection[]): Set<string> {
  const headings = new Map(before.map(({ id, heading }) => [id, heading]))
  const bases = [...gone].map((id) => {
    const heading = headings.get(id)
    return heading === undefined ? id.replace(/-\d+$/, '') : anchorOf(heading)
  })
  return new Set(bases)
}

function placesOf(sections: readonly PageSection[]): Place[] {
  return sections.map((section, at) => ({
    ...section,
    base: anchorOf(section.heading),
    sketch: sketchText(section.text),
    previous: sections[at - 1]?.heading ?? '',
    next: sections[at + 1]?.heading ?? '',
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
