import { hash } from 'node:crypto'
import type { Mutant } from './mutant.ts'

interface Choice {
  /** A name, or the beginning of several. */
  only: string | undefined
  sample: number | undefined
  seed: string
}

/** All of them; with a sample, that many quick ones: others for another seed. */
export function chooseMutants(mutants: Mutant[], { only, sample, seed }: Choice): Mutant[] {
  const named = mutants.filter(({ name }) => only === undefined || name.startsWith(only))
  if (named.length === 0) throw new Error(`There is no mutant ${only}; --list names them all.`)
  if (sample === undefined) return named
  const place = ({ name }: Mutant) => hash('sha256', `${seed} ${name}`)
  const quick = named.filter(({ isSlow }) => !isSlow)
  return quick.sort((one, other) => (place(one) < place(other) ? -1 : 1)).slice(0, sample)
}
