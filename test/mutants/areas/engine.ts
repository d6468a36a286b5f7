import type { Mutant } from '../mutant.ts'

export const engine: Mutant[] = []
