import { findOddPhrases } from '../../.ci/shape/odd-words.ts'
import { isReference, type Page, root } from './read-pages.ts'

/** One idea a sentence: the longest that a guide may have, in words. */
const longest = 40

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
