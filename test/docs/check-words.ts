import { findOddPhrases } from '../../.ci/shape/words.ts'
import { isReference, type Page, root } from './read-pages.ts'

/** One idea a sentence: the longest that a guide may have, in words. */
const longest = 32

const phrases = [
  /\bone's\b/i,
  /\bhe\b(?! (?:can|will) not)/,
  /\bhis\b/,
  /\bthereof\b/i,
  /\bhereby\b/i,
  /\bupon\b/i,
  /\bwhilst\b/i,
  /\bis rid of\b|\bbe rid of\b/i,
  /\bsee to it\b/i,
  /\bgoes before\b/i,
  /\bas it likes\b/i,
  /\bsimply\b|\beasily\b|\bof course\b/i,
  // Words with an ordinary one: verify, continue, in progress, instead of, next to, automatically, forever, again.
  /\bjudg(?:e[sd]?|ing)\b/i,
  /\bgo(?:es)? on\b/i,
  /\bunder way\b/i,
  /\bin the place of\b|\btakes? the place of\b/i,
  /\bbeside\b/i,
  /\bby (?:itself|themselves)\b/i,
  /\bfor ever\b/i,
  /\banew\b/i,
  /\btold\b/i,
  /\bfor want of\b/i,
  /\bas (?:it|they) stands?\b/i,
  /\bstands? (?:in|on|at|under|above|below|before|there)\b/i,
  /\bof (?:ours|yours)\b/i,
  /\b(?:come|comes|bring|brings|brought|carried) along\b/i,
  /\bgiv(?:e|es|en) (?:it|them) out\b/i,
  /\bholds? here\b/i,
  /\bby another way\b/i,
  /\bthe sentence says\b/i,
  /\bin both lights\b/i,
  // An inverted order of words.
  /^Of (?!course)/,
]

/** Phrases that readers stumbled over, and sentences that hold more than one idea. */
export function checkWords(pages: readonly Page[]): string[] {
  const known = findOddPhrases(
    root,
    pages.map(({ path }) => path),
  ).map(({ place, name }) => `${place}: “${name}”`)
  const more = pages
    .filter((page) => !isReference(page))
    .flatMap(({ path, sentences }) => [
      ...sentences.flatMap((sentence) => {
        const odd = phrases.map((phrase) => phrase.exec(sentence)?.[0]).find(Boolean)
        return odd ? [`${path}: “${odd}” in “${sentence.slice(0, 80)}”`] : []
      }),
      ...sentences
        .filter((sentence) => countWords(sentence) > longest)
        .map((sentence) => `${path}: ${countWords(sentence)} words in “${sentence.slice(0, 80)}…”`),
    ])
  return [...known, ...more]
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /\w/.test(word)).length
}
