// Runs in the reader's browser: the modules of this folder are joined into the script that a search loads.
import { type LoadSearchFile, type Matches, matchWords, type TermIndex, weighWords } from './match-words.ts'
import { readNumbers } from './numbers.ts'
import { type Candidate, lastAtMost, type PageIndex, rankPages } from './rank-pages.ts'

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

/** Who searches: the language and the part of the site that the reader is in. */
export interface Reader {
  language: string
  /** The labels from the site down to the reader's section, as in the crumb of a result. */
  section: string
}

export type Find = (query: string, most: number) => Promise<FoundPage[]>

type PageTexts = [path: string, title: string, crumb: string, parts: [id: string, heading: string, text: string][]]

/** What `index` holds, as `SearchCollector` writes it. */
type IndexFile = [
  firstTerms: string[],
  termFiles: string,
  textFiles: string,
  sectionsOfPage: number,
  sectionCounts: string,
  pageCounts: string,
  titleLengths: string,
  priors: string,
  sectionNames: string[],
  pageSections: string,
]

interface Scope extends TermIndex, PageIndex {
  textFiles: string[]
  /** The number of each file's first page. */
  firstPages: number[]
}

const sectionsShown = 3
// A page of the reader's product comes before its twin in another, and of the same tab before one of the next.
const nearnessOfLabel = [1, 1.12, 1.17]
/** Of a scope beside the reader's own. */
const nearnessOfOther = 0.9

/** The reader's own scope first, and those beside it, which may have no index. */
export async function openSearch(loads: readonly LoadSearchFile[], reader: Reader): Promise<Find> {
  const [own, ...others] = loads.map((load, at) => openScope(load, reader, at === 0 ? 1 : nearnessOfOther))
  const opened = await Promise.all([own, ...others.map((scope) => scope.catch(() => undefined))])
  const scopes = opened.filter((scope) => scope !== undefined)
  return async (query, most) => {
    const matches = await Promise.all(scopes.map((scope) => matchWords(query, scope)))
    weighWords(
      matches,
      scopes.reduce((sum, { sections }) => sum + sections, 0),
    )
    const best = scopes
      .flatMap((scope, at) => rankIn(scope, matches[at] as Matches))
      .sort((a, b) => b.candidate.score - a.candidate.score)
      .slice(0, most)
    return Promise.all(best.map(({ candidate, marks, scope }) => describe(candidate, marks, scope)))
  }
}

async function openScope(load: LoadSearchFile, { language, section }: Reader, nearness: number): Promise<Scope> {
  const file = (await load('index')) as IndexFile
  const [firstTerms, terms, texts, step, sections, pages, titleLengths, priors, sectionNames, pageSections] = file
  const counts = readNumbers(sections).map((count) => count * step)
  const names = sectionNames.map((name) => nearness * (nearnessOfLabel[countShared(name, section)] ?? 1))
  const near = readNumbers(pageSections).map((name) => names[name] ?? 1)
  const firstSections = startsOf([...counts, 0])
  return {
    firstTerms,
    language,
    load,
    firstSections,
    termFiles: terms.split(' '),
    textFiles: texts.split(' '),
    sections: firstSections.at(-1) ?? 0,
    firstPages: startsOf(readNumbers(pages)),
    titleLengths: readNumbers(titleLengths),
    // In quarters of a doubling, from 16 of them below 1.
    priors: readNumbers(priors).map((prior) => 2 ** ((prior - 16) / 4)),
    nearness: (page) => near[page] ?? 1,
  }
}

/** How many labels two sections begin with alike; more than two say nothing more. */
function countShared(one: string, other: string): number {
  const [a, b] = [one.split(' › '), other.split(' › ')]
  if (one === '' || a[0] !== b[0]) return 0
  return a.length > 1 && a[1] === b[1] ? 2 : 1
}

function rankIn(scope: Scope, matches: Matches) {
  const marks = [...matches.words, ...matches.pairs].flatMap(({ terms }) => [...terms])
  return rankPages(matches, scope).map((candidate) => ({ candidate, marks, scope }))
}

function startsOf(counts: number[]): number[] {
  let next = 0
  return counts.map((count) => {
    next += count
    return next - count
  })
}

async function describe(candidate: Candidate, marks: string[], scope: Scope): Promise<FoundPage> {
  const file = lastAtMost(scope.firstPages, candidate.page)
  const texts = (await scope.load(`pages-${scope.textFiles[file]}`)) as PageTexts[]
  const [path, title, crumb, parts] = texts[candidate.page - (scope.firstPages[file] ?? 0)] ?? ['', '', '', []]
  const sections = [...candidate.sections]
    .sort(([a, one], [b, other]) => other.weight * other.share ** 2 - one.weight * one.share ** 2 || a - b)
    .slice(0, sectionsShown)
    .flatMap(([section]) => {
      const part = parts[section - (scope.firstSections[candidate.page] ?? 0)]
      return part ? [{ id: part[0], heading: part[1], text: part[2] }] : []
    })
  return { path, title, crumb, score: candidate.score, sections, marks }
}
