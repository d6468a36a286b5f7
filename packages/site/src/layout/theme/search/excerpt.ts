// Runs in the reader's browser, see `find-pages`.
import { termsOf } from './terms.ts'

const excerptLength = 180
/** What stands before the first word that was found. */
const leadLength = 60

interface Place {
  at: number
  term: string
}

/** The part of a text in which most of the terms stand together; its beginning where none does. */
export function cutExcerpt(text: string, terms: readonly string[]): string {
  const from = Math.max(0, findDensest(findPlaces(text, new Set(terms))) - leadLength)
  const start = from === 0 ? 0 : startOfWord(text, from)
  const end = endOfWord(text, start + excerptLength)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}

function findPlaces(text: string, terms: ReadonlySet<string>): Place[] {
  const places: Place[] = []
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    for (const term of termsOf(word)) {
      // A script without spaces is one long word, in which the term stands somewhere.
      if (terms.has(term)) places.push({ at: index + Math.max(0, word.indexOf(term)), term })
    }
  }
  return places
}

function findDensest(places: readonly Place[]): number {
  let densest = { at: 0, terms: 0 }
  for (const [first, { at }] of places.entries()) {
    const seen = new Set<string>()
    for (let next = first; next < places.length; next++) {
      const place = places[next] as Place
      if (place.at > at + excerptLength - leadLength) break
      seen.add(place.term)
    }
    if (seen.size > densest.terms) densest = { at, terms: seen.size }
  }
  return densest.at
}

/** A text without spaces is cut where it must be. */
function startOfWord(text: string, from: number): number {
  const space = text.indexOf(' ', from)
  return space === -1 || space > from + leadLength ? from : space + 1
}

function endOfWord(text: string, to: number): number {
  if (to >= text.length) return text.length
  const space = text.lastIndexOf(' ', to)
  return space < to - leadLength ? to : space
}
