import { limits } from '../limits.ts'
import type { ModelResponse } from '../model/model-request.ts'
import type { AgentOutcome, AgentUsage, Budget, UsedTool } from './assignment.ts'

type Spent = Extract<AgentOutcome, { kind: 'budget_spent' }>['budget']

/** Usage of an agent job, compared with its budget. Time is that of the model responses, so that a replay counts the same. */
export class Spending {
  readonly usage: AgentUsage = { inputTokens: 0, outputTokens: 0, steps: 0 }
  hasChanged = false
  readonly #budget: Budget
  #tookMs = 0
  #changedLines = 0

  constructor(budget: Budget) {
    this.#budget = budget
  }

  addAnswer({ usage, tookMs }: ModelResponse): void {
    this.usage.steps++
    this.usage.inputTokens += usage.inputTokens
    this.usage.outputTokens += usage.outputTokens
    this.#tookMs += tookMs
  }

  addTool({ changes, changedLines }: UsedTool): void {
    this.usage.steps++
    this.#changedLines += changedLines
    this.hasChanged ||= changes.length > 0
  }

  get spent(): Spent | undefined {
    if (this.#tokensLeft <= 0) return 'tokens'
    if (this.usage.steps >= this.#budget.steps) return 'steps'
    if (this.#tookMs >= this.#budget.minutes * 60_000) return 'minutes'
    if (this.#changedLines > this.#budget.changedLines) return 'changedLines'
    return undefined
  }

  /** A fifth is left, or less. */
  get isNearlySpent(): boolean {
    const { steps, tokens } = this.#budget
    return this.usage.steps >= steps * 0.8 || this.#tokensLeft <= tokens * 0.2
  }

  get maxOutputTokens(): number {
    return Math.min(limits.outputTokens, this.#tokensLeft)
  }

  get #tokensLeft(): number {
    return this.#budget.tokens - this.usage.inputTokens - this.usage.outputTokens
  }
}
