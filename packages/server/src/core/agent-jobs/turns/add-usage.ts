import type { AgentUsage } from '../../../db/tables.ts'

export function addUsage(earlier: AgentUsage, more: AgentUsage): AgentUsage {
  return {
    inputTokens: earlier.inputTokens + more.inputTokens,
    outputTokens: earlier.outputTokens + more.outputTokens,
    steps: earlier.steps + more.steps,
  }
}
