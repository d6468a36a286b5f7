import type { Mutant } from '../mutant.ts'

export const agent: Mutant[] = []
