import type { Mutant } from '../mutant.ts'

export const cleanup: Mutant[] = []
