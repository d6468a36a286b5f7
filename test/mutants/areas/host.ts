import type { Mutant } from '../mutant.ts'

export const host: Mutant[] = []
