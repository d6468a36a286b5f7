import { limits } from '../limits.ts'
import type { ModelResponse, ToolCall } from '../model/model-request.ts'

/** An answer is sent back with every later question, so what no tool could use is not kept. */
export function boundAnswer({ thoughts, ...answer }: ModelResponse): ModelResponse {
  const isLong = answer.text.length > limits.answerLength
  const text = isLong ? `${answer.text.slice(0, limits.answerLength)} [cut]` : answer.text
  // Thoughts are signed: whole or not at all.
  const isDeep = JSON.stringify(thoughts ?? []).length > limits.thoughtsLength
  return { ...answer, text, calls: answer.calls.map(boundCall), ...(thoughts && !isDeep && { thoughts }) }
}

function boundCall(call: ToolCall): ToolCall {
  const length = JSON.stringify(call.input ?? null).length
  return length > limits.callLength ? { ...call, input: `[${length} characters, too long for a call]` } : call
}
