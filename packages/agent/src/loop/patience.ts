import type { ToolCall, ToolResult } from '../model/model-request.ts'

const talksInARow = 3
const failuresInARow = 8
const sameCalls = 3
const hopelessCalls = 6

/** Notices a model that has lost its way: it only talks, its calls only fail, or it makes the same call for ever. */
export class Patience {
  #talks = 0
  #failures = 0
  #calls = new Map<string, number>()
  #most = 0

  noteTalk(): void {
    this.#talks++
  }

  noteResults(results: ToolResult[]): void {
    this.#talks = 0
    this.#failures = results.every(({ isError }) => isError) ? this.#failures + 1 : 0
  }

  /** The third time nothing has changed since the first, so the result would be the same and the call is not made. */
  isRepeated({ name, input }: ToolCall): boolean {
    const key = JSON.stringify([name, input])
    const count = (this.#calls.get(key) ?? 0) + 1
    this.#calls.set(key, count)
    this.#most = Math.max(this.#most, count)
    return count >= sameCalls
  }

  forgetCalls(): void {
    this.#calls.clear()
    this.#most = 0
  }

  get lost(): string | undefined {
    if (this.#talks >= talksInARow) return `It answered ${talksInARow} times in a row without using a tool.`
    if (this.#failures >= failuresInARow) return `Its tool calls failed ${failuresInARow} times in a row.`
    if (this.#most >= hopelessCalls) return `It made the same call ${hopelessCalls} times and changed nothing between.`
    return undefined
  }
}
