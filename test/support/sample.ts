import { readCommit } from './read-commit.ts'

/** Which of some attempts that are alike are made. */
export type Sample = <Attempt>(attempts: readonly Attempt[]) => Attempt[]

/** All of them; or every second, which of the two halves says the commit. Of no kind all are left out. */
export function readSample(name: string): Sample {
  if (name === 'all') return (attempts) => [...attempts]
  if (name !== 'half') throw new Error(`There is no sample ${name}. Choose of all and half.`)
  const turn = readTurn()
  console.log(
    `of what is alike the ${turn === 0 ? 'first, the third, …' : 'second, the fourth, …'}, by the commit ${readCommit()}`,
  )
  return (attempts) => attempts.filter((_, index) => index % 2 === turn % attempts.length)
}

/** Those that are made, and those that are left out. */
export function splitBySample(sample: Sample, names: readonly string[]): { chosen: string[]; left: string[] } {
  const chosen = sample(names)
  return { chosen, left: names.filter((name) => !chosen.includes(name)) }
}

/** 0 or 1, by the commit. */
export function readTurn(): number {
  return Number.parseInt(readCommit().slice(0, 8), 16) % 2
}
