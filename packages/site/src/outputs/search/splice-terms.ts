import { readNumbers } from '../../layout/theme/search/numbers.ts'
import { createTermCutter, type TermLines } from './cut-shards.ts'
import { readTermLine, writePosting, writeTermLine } from './term-line.ts'

/** A run of pages as it was and as it is, both with as many numbers for their sections. */
export interface ChangedRun {
  offset: number
  sections: number
  before: string
  now: string
}

/** A file of terms as it was. */
export interface TermShard {
  first: string
  read(): Promise<string[]>
}

/** One that stays as it was, by its place among the others, or one with these lines. */
export type SplicedShard = { same: number; first: string } | TermLines

/** The earlier lines are not what the earlier runs make: nothing can be built on them. */
export class UnfitTerms extends Error {
  constructor(term: string) {
    super(`The earlier index has other places for “${term}” than the pages that it was made of.`)
  }
}

/** What of a term has changed, by the run. */
type TermChanges = Map<ChangedRun, { before: Posting[]; now: Posting[] }>

interface Posting {
  section: number
  weight: number
}

/**
 * The files of terms after some runs have changed: as merged from nothing, for a line follows from its postings, and where a
 * file ends follows from its own lines. Only files that hold a changed term are read, and those up to where an end is again
 * as it was.
 */
export async function* spliceTerms(
  shards: readonly TermShard[],
  runs: readonly ChangedRun[],
): AsyncGenerator<SplicedShard> {
  const changes = findChanges(runs)
  const terms = [...changes.keys()].sort()
  const cutter = createTermCutter()
  let from = 0
  for (const [number, { first, read }] of shards.entries()) {
    const to = findEnd(terms, from, shards[number + 1]?.first)
    if (from === to && cutter.isEmpty()) yield { same: number, first }
    else yield* cut(await read(), terms.slice(from, to))
    from = to
  }
  if (shards.length === 0) yield* cut([], terms)
  const last = cutter.finish()
  if (last) yield last

  function* cut(lines: readonly string[], changed: readonly string[]): Generator<TermLines> {
    for (const line of applyChanges(lines, changed, changes, indexLine)) {
      const ended = cutter.add(line, termOf(line))
      if (ended) yield ended
    }
  }
}

/** The terms of a share after some of its pages have changed; undefined where they are not what its pages make. */
export function spliceShare(terms: string, pages: readonly ChangedRun[]): string | undefined {
  const changes = findChanges(pages)
  try {
    return applyChanges(linesOf(terms), [...changes.keys()].sort(), changes, runLine).join('\n')
  } catch (error) {
    if (error instanceof UnfitTerms) return undefined
    throw error
  }
}

/** Where the terms end that stand before another one. */
function findEnd(terms: readonly string[], from: number, next: string | undefined): number {
  let at = from
  while (at < terms.length && (next === undefined || (terms[at] as string) < next)) at += 1
  return at
}

function findChanges(runs: readonly ChangedRun[]): Map<string, TermChanges> {
  const changes = new Map<string, TermChanges>()
  for (const run of runs) {
    const before = new Map(linesOf(run.before).map((line) => [termOf(line), line]))
    const note = (term: string, was: string | undefined, is: string | undefined) => {
      const known = changes.get(term) ?? new Map()
      changes.set(term, known)
      known.set(run, { before: readRunLine(was, run.offset), now: readRunLine(is, run.offset) })
    }
    for (const line of linesOf(run.now)) {
      const term = termOf(line)
      const was = before.get(term)
      before.delete(term)
      if (was !== line) note(term, was, line)
    }
    for (const [term, was] of before) note(term, was, undefined)
  }
  return changes
}

/** How the postings of a term stand in a line. */
interface LineForm {
  read(line: string, term: string): Posting[]
  write(postings: readonly Posting[], term: string): string
}

const indexLine: LineForm = {
  read: (line, term) => readPostings(line.slice(term.length + 1)),
  write: (postings, term) => `${term} ${writePostings(postings)}`,
}

const runLine: LineForm = {
  read: (line) => readRunLine(line, 0),
  write(postings, term) {
    const [{ section: first, weight }, ...rest] = postings as [Posting, ...Posting[]]
    const last = rest.at(-1)?.section ?? first
    return writeTermLine({ term, first, last, weight, rest: writePostings(rest, first) })
  },
}

/** Both in the order of the terms. */
function applyChanges(
  lines: readonly string[],
  terms: readonly string[],
  changes: ReadonlyMap<string, TermChanges>,
  form: LineForm,
) {
  const spliced: string[] = []
  let at = 0
  const add = (term: string, line: string | undefined) => {
    const earlier = line === undefined ? [] : form.read(line, term)
    const postings = splicePostings(term, earlier, changes.get(term) as TermChanges)
    if (postings.length > 0) spliced.push(form.write(postings, term))
  }
  for (const line of lines) {
    const term = termOf(line)
    for (; at < terms.length && (terms[at] as string) < term; at++) add(terms[at] as string, undefined)
    if (terms[at] !== term) spliced.push(line)
    else add(terms[at++] as string, line)
  }
  for (; at < terms.length; at++) add(terms[at] as string, undefined)
  return spliced
}

function splicePostings(term: string, earlier: Posting[], changes: TermChanges): Posting[] {
  let postings = earlier
  for (const [{ offset, sections }, { before, now }] of changes) {
    const isBefore = ({ section }: Posting) => section < offset
    const isAfter = ({ section }: Posting) => section >= offset + sections
    const own = postings.filter((posting) => !isBefore(posting) && !isAfter(posting))
    if (writePostings(own) !== writePostings(before)) throw new UnfitTerms(term)
    postings = [...postings.filter(isBefore), ...now, ...postings.filter(isAfter)]
  }
  return postings
}

function readPostings(text: string, from = 0): Posting[] {
  let section = from
  return readNumbers(text).map((number) => {
    section += Math.floor(number / 8)
    return { section, weight: number % 8 }
  })
}

function writePostings(postings: readonly Posting[], from = 0): string {
  let last = from
  let text = ''
  for (const { section, weight } of postings) {
    text += writePosting(section - last, weight)
    last = section
  }
  return text
}

function readRunLine(line: string | undefined, offset: number): Posting[] {
  if (line === undefined) return []
  const { first, weight, rest } = readTermLine(line)
  return [{ section: offset + first, weight }, ...readPostings(rest, offset + first)]
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

function termOf(line: string): string {
  return line.slice(0, line.indexOf(' '))
}
