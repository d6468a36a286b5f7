import type { Mutant } from '../mutant.ts'

export const people: Mutant[] = []
