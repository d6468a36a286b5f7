import { createHash } from 'node:crypto'
import type { Conversation } from './protocols/protocol.ts'

interface Count {
  id: string
  script: string
  /** The end of the first message: that is where an instruction stands. */
  instruction: string
  /** Requests, with those that were given a fault. */
  calls: number
  faults: number
  answered: number
  /** Answers that had been given before. */
  repeated: number
}

/** Conversations are told apart by their first message. */
export class CallCounts {
  #counts = new Map<string, Count>()
  #answered = new Map<string, number>()
  #attempts = new Map<string, number>()

  begin({ instruction, answers }: Conversation, script: string): { id: string; attempt: number } {
    const id = createHash('sha256').update(instruction).digest('hex').slice(0, 12)
    const fresh = { id, script, instruction: instruction.slice(-300), calls: 0, faults: 0, answered: 0, repeated: 0 }
    const count = this.#counts.get(id) ?? fresh
    count.calls++
    this.#counts.set(id, count)
    return { id, attempt: next(this.#attempts, `${id} ${answers}`) }
  }

  noteFault(id: string): void {
    const count = this.#counts.get(id)
    if (count) count.faults++
  }

  noteAnswer(id: string, answers: number): void {
    const count = this.#counts.get(id)
    if (!count) return
    count.answered++
    if (next(this.#answered, `${id} ${answers}`) > 0) count.repeated++
  }

  list(): { conversations: Count[] } {
    return { conversations: [...this.#counts.values()] }
  }

  clear(): void {
    this.#counts.clear()
    this.#answered.clear()
    this.#attempts.clear()
  }
}

/** How often it was asked for before. */
function next(numbers: Map<string, number>, key: string): number {
  const number = numbers.get(key) ?? 0
  numbers.set(key, number + 1)
  return number
}
