import { writeNumber } from '../../layout/theme/search/numbers.ts'

/**
 * A term and the sections that have it: the first with its weight, the last, and the postings of those after the first,
 * already as they stand in the index. Two of them join without a look at what lies between.
 */
export interface TermLine {
  term: string
  first: number
  last: number
  weight: number
  rest: string
}

export function writeTermLine({ term, first, last, weight, rest }: TermLine): string {
  return `${term} ${first} ${last} ${weight} ${rest}`
}

export function readTermLine(line: string): TermLine {
  const firstAt = line.indexOf(' ')
  const lastAt = line.indexOf(' ', firstAt + 1)
  const weightAt = line.indexOf(' ', lastAt + 1)
  const restAt = line.indexOf(' ', weightAt + 1)
  return {
    term: line.slice(0, firstAt),
    first: Number(line.slice(firstAt + 1, lastAt)),
    last: Number(line.slice(lastAt + 1, weightAt)),
    weight: Number(line.slice(weightAt + 1, restAt)),
    rest: line.slice(restAt + 1),
  }
}

/** Adds the same term of later pages, whose sections are counted from `offset`. */
export function extendTermLine(line: TermLine, { first, last, weight, rest }: TermLine, offset: number): void {
  line.rest += writePosting(offset + first - line.last, weight) + rest
  line.last = offset + last
}

/** Sections come in order, so a posting is the distance from the one before, with the weight in its last three bits. */
export function writePosting(distance: number, weight: number): string {
  return writeNumber(distance * 8 + weight)
}
