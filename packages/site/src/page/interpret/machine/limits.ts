/**
 * What one page may cost. Every limit counts work or size, never time, so that a slow machine renders the same
 * bytes as a fast one. The largest of 7,753 real pages needs 63,000 steps, 46,700 nodes, 362,000 characters and a
 * depth of 15.
 */
export interface Limits {
  /** Expressions evaluated and array elements or characters touched by a method. */
  steps: number
  /** Expressions, components and elements inside one another. */
  depth: number
  /** Nodes and prop values of the finished tree, shared ones counted each time they are rendered. */
  nodes: number
  /** Characters of all text and all text props of the finished tree. */
  textLength: number
  /** Characters of one string that an expression makes. */
  stringLength: number
}

export const defaultLimits: Limits = {
  steps: 1_000_000,
  depth: 200,
  nodes: 400_000,
  textLength: 10_000_000,
  stringLength: 1_000_000,
}

/** Thrown when a page costs more than it may; the page fails, with this as its reason. */
export class LimitExceeded extends Error {}

export class Budget {
  readonly limits: Limits
  #steps = 0
  #depth = 0

  constructor(limits: Limits) {
    this.limits = limits
  }

  spend(steps: number) {
    this.#steps += steps
    if (this.#steps > this.limits.steps) {
      throw new LimitExceeded(
        `The page needs more than ${this.limits.steps} steps to draw. Make its expressions smaller.`,
      )
    }
  }

  nested<Result>(work: () => Result): Result {
    this.#depth += 1
    if (this.#depth > this.limits.depth) {
      throw new LimitExceeded(`The page nests more than ${this.limits.depth} levels deep. Make it flatter.`)
    }
    try {
      return work()
    } finally {
      this.#depth -= 1
    }
  }

  /** Call before a string of this length is made, so that the memory is never asked for. */
  allowString(length: number) {
    if (length > this.limits.stringLength) {
      throw new LimitExceeded(`An expression makes a string of more than ${this.limits.stringLength} characters.`)
    }
    this.spend(length >> 6)
  }
}
