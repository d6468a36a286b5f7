import type { Query } from './read-queries.ts'

/** Of how many queries a right page is the first, or one of the first three. */
export interface Success {
  queries: number
  at1: number
  at3: number
}

export interface Judged {
  query: Query
  /** Counted from 1; 0 if it was not found. */
  rank: number
}

export function judge(query: Query, found: readonly string[]): Judged {
  return { query, rank: found.findIndex((page) => query.pages.includes(page)) + 1 }
}

export function successOf(judged: readonly Judged[]): Success {
  const share = (most: number) => {
    const right = judged.filter(({ rank }) => rank > 0 && rank <= most).length
    return judged.length === 0 ? 0 : Math.round((right / judged.length) * 1000) / 1000
  }
  return { queries: judged.length, at1: share(1), at3: share(3) }
}

export const heldOut = (judged: readonly Judged[]) => judged.filter(({ query }) => query.isHeldOut)
