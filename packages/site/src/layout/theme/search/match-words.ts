// Runs in the reader's browser, see `find-pages`.
import { readNumbers } from './numbers.ts'
import { isWithin } from './slips.ts'
import { formsOf, isCommon } from './stems.ts'
import { joinedTermsOf, pairsOf, termsOf } from './terms.ts'

/** A file of the index by its name, without folder and extension. */
export type LoadSearchFile = (name: string) => Promise<unknown>

export interface TermIndex {
  firstTerms: string[]
  /** Names of the files of terms, in their order. */
  termFiles: string[]
  sections: number
  language: string
  load: LoadSearchFile
}

/** What a word of the query led to. */
export interface Hits {
  /** How well each section has it: where it stands there, times how near it is to what was typed. */
  sections: Map<number, number>
  /** The same of titles alone, from 0 to 1. */
  titles: Map<number, number>
  /** A word that few sections have says more than one that all have. */
  rarity: number
  terms: Set<string>
}

export interface Matches {
  words: Hits[]
  /** Neighbouring words as one name. */
  pairs: Hits[]
  /** Typed with a mark between its parts, as in `run.log`. */
  isName: boolean
}

/** The weight of a title in the index; nothing else has it. */
const titleWeight = 7
const closeness = { exact: 1, beginning: 0.6, slip: 0.5 }
const mostShards = 8
const mostTerms = 64
const mostPairs = 6
// Each pair may ask for a file more.
const mostJoined = 4

export async function matchWords(query: string, index: TermIndex): Promise<Matches> {
  const all = termsOf(query)
  const telling = all.filter((word) => !isCommon(word, index.language))
  const words = thinPairs([...new Set(telling.length > 0 ? telling : all)])
  const names = joinedTermsOf(query)
  const joined = [...new Set([...names, ...pairsOf(words)])].slice(0, mostJoined)
  // Only the word being typed may be unfinished.
  const unfinished = /[\p{L}\p{N}]$/u.test(query) ? words.at(-1) : undefined
  const [pairs, found] = await Promise.all([
    Promise.all(joined.map((pair) => findPair(pair, index))),
    Promise.all(words.map((word) => findWord(word, word === unfinished, index))),
  ])
  // “lang chain” is LangChain: a pair is both of its words.
  for (const [at, pair] of joined.entries()) {
    for (const word of partsOf(pair, all)) include(found[words.indexOf(word)], pairs[at])
  }
  const matched = await Promise.all(found.map((hits, at) => orSlips(hits, words[at] ?? '', index)))
  return { words: matched, pairs, isName: names.length > 0 }
}

function partsOf(pair: string, words: string[]): string[] {
  const at = words.findIndex((word, n) => `${word}${words[n + 1] ?? ''}` === pair)
  return at === -1 ? [] : words.slice(at, at + 2)
}

/** Words are as rare as they are in all scopes together, so that pages of each can be compared. */
export function weighWords(scopes: readonly Matches[], sections: number): void {
  for (const kind of ['words', 'pairs'] as const) {
    for (const at of scopes[0]?.[kind].keys() ?? []) {
      const same = scopes.flatMap((scope) => scope[kind][at] ?? [])
      const count = same.reduce((sum, hits) => sum + hits.sections.size, 0)
      for (const hits of same) hits.rarity = Math.log2(1 + sections / (1 + count))
    }
  }
}

/**
 * Each word may ask for a file of its own. The pairs of a script without spaces overlap, so every second one of a long
 * phrase still covers it; the last may be unfinished and stays. A Japanese phrase of 24 characters loaded 415 KB before.
 */
function thinPairs(words: string[]): string[] {
  const isPair = (word: string) => [...word].length === 2 && /[^\0-\u0dff]{2}/u.test(word)
  if (words.filter(isPair).length <= mostPairs) return words
  let pairs = 0
  return words.filter((word, at) => !isPair(word) || at === words.length - 1 || pairs++ % 2 === 0)
}

function noHits(): Hits {
  return { sections: new Map(), titles: new Map(), rarity: 0, terms: new Set() }
}

async function findPair(pair: string, index: TermIndex): Promise<Hits> {
  const hits = noHits()
  for (const [term, text] of await readShards(pair, pair, index)) if (term === pair) addTerm(hits, term, text, 1)
  return hits
}

async function findWord(word: string, unfinished: boolean, index: TermIndex): Promise<Hits> {
  const hits = noHits()
  const forms = formsOf(word, index.language)
  // One letter begins thousands of words, too many to look up.
  const reach = unfinished && word.length > 1 ? `${word}\uffff` : word
  const near = await readShards(word, reach, index)
  const others = await Promise.all([...forms.keys()].map((form) => readShards(form, form, index)))
  const lines = new Map([...near, ...others.flat()])
  for (const [term, text] of lines) {
    if (term === word) addTerm(hits, term, text, closeness.exact)
    else if (forms.has(term)) addTerm(hits, term, text, forms.get(term) ?? 0)
    else if (reach !== word && term.startsWith(word)) addTerm(hits, term, text, closeness.beginning)
  }
  return hits
}

/** Slips are looked for only where the word as typed is nowhere. */
async function orSlips(hits: Hits, word: string, index: TermIndex): Promise<Hits> {
  const slips = word.length < 4 ? 0 : word.length < 8 ? 1 : 2
  if (hits.terms.size > 0 || slips === 0) return hits
  const initial = word.slice(0, 1)
  for (const [term, text] of await readShards(initial, `${initial}\uffff`, index, word)) {
    if (isWithin(word, term, slips)) addTerm(hits, term, text, closeness.slip)
  }
  return hits
}

function addTerm({ sections, titles, terms }: Hits, term: string, text: string, near: number): void {
  if (terms.size >= mostTerms) return
  terms.add(term)
  let section = 0
  for (const number of readNumbers(text)) {
    section += number >>> 3
    const weight = number & 7
    raise(sections, section, weight * near)
    if (weight === titleWeight) raise(titles, section, near)
  }
}

function include(hits: Hits | undefined, other: Hits | undefined): void {
  if (!hits || !other) return
  for (const [section, value] of other.sections) raise(hits.sections, section, value)
  for (const [section, value] of other.titles) raise(hits.titles, section, value)
  for (const term of other.terms) hits.terms.add(term)
}

function raise(values: Map<number, number>, key: number, value: number): void {
  if ((values.get(key) ?? 0) < value) values.set(key, value)
}

/** The lines of every file whose terms lie between two; the files nearest to a word if there are too many. */
async function readShards(from: string, to: string, { firstTerms, termFiles, load }: TermIndex, word = from) {
  const fileOf = (term: string, least: number) =>
    Math.max(
      least,
      firstTerms.findLastIndex((first) => first <= term),
    )
  const first = fileOf(from, 0)
  const last = fileOf(to, first)
  const start = Math.max(first, Math.min(fileOf(word, first) - mostShards / 2, last - mostShards + 1))
  const names = termFiles.slice(start, Math.min(last + 1, start + mostShards))
  const shards = (await Promise.all(names.map((name) => load(`terms-${name}`)))) as string[]
  return shards.flatMap((shard) => shard.split('\n').map((line) => line.split(' ') as [string, string]))
}
