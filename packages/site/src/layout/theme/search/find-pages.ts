// Runs in the reader's browser: this file, `terms` and `numbers` are joined into the script that a search loads.
import { readNumbers } from './numbers.ts'
import { termsOf } from './terms.ts'

export interface FoundPage {
  path: string
  title: string
  crumb: string
  score: number
  /** The best places of the page, best first. */
  sections: FoundSection[]
  /** The terms of the index that matched. */
  marks: string[]
}

export interface FoundSection {
  id: string
  heading: string
  text: string
}

/** A file of the index by its name, without folder and extension. */
export type LoadSearchFile = (name: string) => Promise<unknown>
export type Find = (query: string, most: number) => Promise<FoundPage[]>

type Postings = Map<number, number>
type PageTexts = [path: string, title: string, crumb: string, parts: [id: string, heading: string, text: string][]]

type IndexFile = [
  firstTerms: string[],
  termFiles: string,
  textFiles: string,
  sectionsOfPage: number,
  sectionCounts: string,
  pageCounts: string,
]

interface Index {
  firstTerms: string[]
  /** Names of the files of terms and of texts, in their order. */
  termFiles: string[]
  textFiles: string[]
  /** The number of each page's first section, and of each file's first page. */
  firstSections: number[]
  sections: number
  firstPages: number[]
}

/** What a word of the query led to: weights by section, more for an exact match than for one with a slip. */
interface Hits {
  postings: Postings
  terms: Set<string>
}

interface Candidate {
  page: number
  score: number
  sections: Map<number, SectionScore>
}

interface SectionScore {
  weight: number
  words: number
}

const closeness = { exact: 1, beginning: 0.6, slip: 0.35 }
const mostShards = 8
const mostTerms = 64
const mostPairs = 6
const sectionsShown = 3

export async function openSearch(load: LoadSearchFile): Promise<Find> {
  const [firstTerms, terms, texts, step, sections, pages] = (await load('index')) as IndexFile
  const counts = readNumbers(sections).map((count) => count * step)
  const index: Index = {
    firstTerms,
    termFiles: terms.split(' '),
    textFiles: texts.split(' '),
    firstSections: startsOf(counts),
    sections: counts.reduce((sum, count) => sum + count, 0),
    firstPages: startsOf(readNumbers(pages)),
  }
  return async (query, most) => {
    const words = thinPairs([...new Set(termsOf(query))])
    // Only the word being typed may be unfinished.
    const hits = await Promise.all(words.map((word, at) => findWord(word, at === words.length - 1, index, load)))
    const best = rank(hits, countNeeded(words), index).slice(0, most)
    const marks = hits.flatMap(({ terms }) => [...terms])
    return Promise.all(best.map((candidate) => describe(candidate, marks, index, load)))
  }
}

/** One letter begins thousands of words, too many to look up: it counts where it stands alone, and is not asked for. */
function countNeeded(words: string[]): number {
  return words.length > 1 && /^[a-z0-9]$/.test(words.at(-1) ?? '') ? words.length - 1 : words.length
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

function startsOf(counts: number[]): number[] {
  let next = 0
  return counts.map((count) => {
    next += count
    return next - count
  })
}

async function findWord(word: string, unfinished: boolean, index: Index, load: LoadSearchFile): Promise<Hits> {
  const hits: Hits = { postings: new Map(), terms: new Set() }
  const add = (term: string, text: string, factor: number) => addTerm(hits, term, text, factor, index.sections)
  const near = await readShards(word, unfinished ? `${word}\uffff` : word, index, load)
  for (const [term, text] of near) {
    if (term === word) add(term, text, closeness.exact)
    else if (unfinished && term.startsWith(word)) add(term, text, closeness.beginning)
  }
  const slips = word.length < 4 ? 0 : word.length < 8 ? 1 : 2
  if (hits.terms.size > 0 || slips === 0) return hits
  const family = await readShards(word.slice(0, 1), `${word.slice(0, 1)}\uffff`, index, load, word)
  for (const [term, text] of family) if (isWithin(word, term, slips)) add(term, text, closeness.slip)
  return hits
}

function addTerm({ postings, terms }: Hits, term: string, text: string, factor: number, sections: number): void {
  if (terms.size >= mostTerms) return
  terms.add(term)
  const numbers = readNumbers(text)
  // A word that few sections have says more than one that all have.
  const rarity = Math.log2(1 + sections / (1 + numbers.length))
  let section = 0
  for (const number of numbers) {
    section += number >>> 3
    postings.set(section, Math.max(postings.get(section) ?? 0, (number & 7) * factor * rarity))
  }
}

/** The lines of every file whose terms lie between two; the files nearest to a word if there are too many. */
async function readShards(from: string, to: string, index: Index, load: LoadSearchFile, word = from) {
  const { firstTerms, termFiles } = index
  const first = Math.max(
    0,
    firstTerms.findLastIndex((term) => term <= from),
  )
  const last = Math.max(
    first,
    firstTerms.findLastIndex((term) => term <= to),
  )
  const home = Math.max(
    first,
    firstTerms.findLastIndex((term) => term <= word),
  )
  const start = Math.max(first, Math.min(home - mostShards / 2, last - mostShards + 1))
  const names = termFiles.slice(start, Math.min(last + 1, start + mostShards))
  const shards = (await Promise.all(names.map((name) => load(`terms-${name}`)))) as string[]
  return shards.flatMap((shard) => shard.split('\n').map((line) => line.split(' ') as [string, string]))
}

/** Pages that have every needed word, in whatever part of them. */
function rank(hits: Hits[], needed: number, { firstSections }: Index): Candidate[] {
  const pages = new Map<number, Candidate & { words: number }>()
  for (const [word, { postings }] of hits.entries()) {
    const best = new Map<number, number>()
    for (const [section, weight] of postings) {
      const page = lastAtMost(firstSections, section)
      const candidate = pages.get(page) ?? { page, score: 0, words: 0, sections: new Map() }
      // A page without one of the words before is out already.
      if (candidate.words < word) continue
      pages.set(page, candidate)
      const known = candidate.sections.get(section)
      candidate.sections.set(section, { weight: (known?.weight ?? 0) + weight, words: (known?.words ?? 0) + 1 })
      best.set(page, Math.max(best.get(page) ?? 0, weight))
    }
    for (const [page, weight] of best) {
      const candidate = pages.get(page)
      if (!candidate) continue
      candidate.words += 1
      candidate.score += weight
    }
  }
  return [...pages.values()]
    .filter(({ words }) => words >= needed && words > 0)
    .map((candidate) => ({ ...candidate, score: candidate.score + bestOf(candidate, hits.length) }))
    .sort((a, b) => b.score - a.score || a.page - b.page)
}

/** Words that stand together are what was meant, more than words all over a page. */
function bestOf({ sections }: Candidate, words: number): number {
  return Math.max(...[...sections.values()].map((section) => 3 * section.weight * (section.words / words) ** 2))
}

async function describe(candidate: Candidate, marks: string[], index: Index, load: LoadSearchFile): Promise<FoundPage> {
  const file = lastAtMost(index.firstPages, candidate.page)
  const texts = (await load(`pages-${index.textFiles[file]}`)) as PageTexts[]
  const [path, title, crumb, parts] = texts[candidate.page - (index.firstPages[file] ?? 0)] ?? ['', '', '', []]
  const sections = [...candidate.sections]
    .sort(([a, one], [b, other]) => other.weight * other.words ** 2 - one.weight * one.words ** 2 || a - b)
    .slice(0, sectionsShown)
    .flatMap(([section]) => {
      const part = parts[section - (index.firstSections[candidate.page] ?? 0)]
      return part ? [{ id: part[0], heading: part[1], text: part[2] }] : []
    })
  return { path, title, crumb, score: candidate.score, sections, marks }
}

function lastAtMost(starts: number[], value: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= value) low = middle
    else high = middle - 1
  }
  return low
}

/** Whether so many slips, a letter too many, too few, another, or two in the wrong order, make one word of the other. */
export function isWithin(a: string, b: string, slips: number): boolean {
  if (Math.abs(a.length - b.length) > slips) return false
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      next.push(cost)
    }
    if (Math.min(...next) > slips) return false
    before = row
    row = next
  }
  return (row[b.length] ?? 0) <= slips
}
