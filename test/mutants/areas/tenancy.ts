import type { Mutant } from '../mutant.ts'

export const tenancy: Mutant[] = []
