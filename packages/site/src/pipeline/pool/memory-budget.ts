interface Weighed {
  /** It is the largest when there is too little for all. */
  endForMemory(): void
}

/**
 * What the processes of several pools may take together. Each has a limit of its own, which few come near; should many
 * do so at once, the largest ends before the kernel chooses one.
 */
export class MemoryBudget {
  readonly #totalMb: number
  readonly #sizes = new Map<Weighed, number>()

  constructor(totalMb: number) {
    this.#totalMb = totalMb
  }

  note(process: Weighed, residentMb: number): void {
    this.#sizes.set(process, residentMb)
    let sum = 0
    let largest = process
    for (const [other, size] of this.#sizes) {
      sum += size
      if (size > (this.#sizes.get(largest) ?? 0)) largest = other
    }
    if (sum <= this.#totalMb) return
    this.#sizes.delete(largest)
    largest.endForMemory()
  }

  forget(process: Weighed): void {
    this.#sizes.delete(process)
  }
}
