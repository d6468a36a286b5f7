import type { Mutant } from '../mutant.ts'

export const sanitizer: Mutant[] = []
