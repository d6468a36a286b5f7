import type { World } from './prepare-world.ts'

/** `gate` is the smallest size that proves each rule. */
export type Size = 'gate' | 'full'

/** What was tried, and what should have been refused and was not. */
export class Tally {
  tried = 0
  readonly escapes: string[] = []
  /** Of a process that many share, where that was measured. */
  longestPauseMs?: number

  check(held: boolean, otherwise: string): void {
    this.tried += 1
    if (!held) this.escapes.push(otherwise)
  }
}

/** A collection of attacks of one kind. It throws when it could not run, which counts as a failure too. */
export interface Corpus {
  name: string
  run(world: World): Promise<Tally>
}
