import type { Mutant } from '../mutant.ts'

export const outbound: Mutant[] = []
