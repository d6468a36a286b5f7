import { type Match, matchBest } from './match-best.ts'
import type { PageText } from './page-text.ts'
import { likeness, wordLikeness } from './sketch-text.ts'

/** Shingles that so many pages share are a frame around them, and say nothing of one. */
const mostSharing = 40
/** Of one page, those that share the most with it. */
const mostCandidates = 16
/** A page of which less is left is another page. */
const leastLikeness = 0.3

/** Which page each one that is gone has become, where that is clear from what they say, are called and where they stood. */
export function matchPages(gone: readonly PageText[], added: readonly PageText[]): Match<PageText, PageText>[] {
  return matchBest(gone, added, listCandidates(gone, added), scorePages)
}

function scorePages(from: PageText, to: PageText): number | undefined {
  const text = likeness(from.sketch, to.sketch)
  if (text < leastLikeness) return undefined
  return text + 0.15 * wordLikeness(from.title, to.title) + 0.15 * wordLikeness(from.route, to.route)
}

/** Pairs that share a shingle which few have. With 2,000 pages gone and 256 shingles each: at most 20 million steps. */
function* listCandidates(gone: readonly PageText[], added: readonly PageText[]): Generator<[number, number]> {
  const holders = new Map<number, number[]>()
  for (const [at, { sketch }] of added.entries()) {
    for (const shingle of sketch) {
      const list = holders.get(shingle)
      if (!list) holders.set(shingle, [at])
      else if (list.length <= mostSharing) list.push(at)
    }
  }
  for (const [at, { sketch }] of gone.entries()) {
    const near = new Map<number, number>()
    for (const shingle of sketch) {
      const list = holders.get(shingle) ?? []
      if (list.length <= mostSharing) for (const other of list) near.set(other, (near.get(other) ?? 0) + 1)
    }
    const nearest = [...near].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, mostCandidates)
    for (const [other] of nearest) yield [at, other]
  }
}
