import type { Mutant } from '../mutant.ts'

export const bundle: Mutant[] = []
