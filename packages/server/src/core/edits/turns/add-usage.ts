import type { EditUsage } from '../../../db/tables.ts'

export function addUsage(earlier: EditUsage, more: EditUsage): EditUsage {
  return {
    inputTokens: earlier.inputTokens + more.inputTokens,
    outputTokens: earlier.outputTokens + more.outputTokens,
    steps: earlier.steps + more.steps,
  }
}
