import {
  type FinishReason,
  generateText,
  jsonSchema,
  type ProviderMetadata,
  type ToolSet,
  type TypedToolCall,
} from 'ai'
import { cleanText, cleanValue } from './clean-value.ts'
import { toModelError } from './model-error.ts'
import type { ModelRequest, ModelResponse, Thought, ToolCall, ToolDescription, Usage } from './model-request.ts'
import type { Model } from './open-model.ts'
import { toModelMessages } from './to-model-messages.ts'

// The library tells the console what an endpoint cannot do; the service has a log of its own.
globalThis.AI_SDK_LOG_WARNINGS = false

/** One call, never repeated here: who asks keeps the answer, and decides when to ask again. */
export async function askModel(model: Model, question: ModelRequest, signal: AbortSignal): Promise<ModelResponse> {
  const started = performance.now()
  try {
    const { text, toolCalls, usage, finishReason, finalStep } = await generateText({
      model: model.language,
      instructions: question.system,
      messages: question.messages.flatMap(toModelMessages),
      tools: toTools(question.tools),
      maxOutputTokens: Math.min(question.maxOutputTokens, model.maxOutputTokens),
      maxRetries: 0,
      abortSignal: signal,
      providerOptions,
    })
    const thoughts = finalStep.reasoning.filter((part) => part.type === 'reasoning')
    return {
      text: cleanText(text),
      calls: toolCalls.map(toCall),
      ...(thoughts.length > 0 && { thoughts: thoughts.map(toThought) }),
      usage: { inputTokens: usage.inputTokens ?? 0, outputTokens: usage.outputTokens ?? 0 },
      stop: toStop(finishReason),
      tookMs: Math.round(performance.now() - started),
    }
  } catch (error) {
    signal.throwIfAborted()
    throw toModelError(error, model)
  }
}

/** What a call may use: a token for four bytes of the request, and the longest answer. */
export function estimateUsage({ maxOutputTokens, ...sent }: ModelRequest): Usage {
  return { inputTokens: Math.ceil(Buffer.byteLength(JSON.stringify(sent)) / 4), outputTokens: maxOutputTokens }
}

// A conversation is sent again with every step, so its beginning is worth caching; and it is kept by us, by nobody else.
const providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } }, openai: { store: false } }

/** Without `execute` a call of a tool ends the answer, and is run by whoever asked. */
function toTools(tools: ToolDescription[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [name, { description, inputSchema: jsonSchema(inputSchema) }]),
  )
}

function toCall({ toolCallId, toolName, input, providerMetadata }: TypedToolCall<ToolSet>): ToolCall {
  return {
    id: cleanText(toolCallId),
    name: cleanText(toolName),
    input: cleanValue(input),
    ...(providerMetadata && { provider: providerMetadata }),
  }
}

function toThought({ text, providerOptions }: { text: string; providerOptions?: ProviderMetadata }): Thought {
  return { text: cleanText(text), ...(providerOptions && { provider: providerOptions }) }
}

function toStop(reason: FinishReason): ModelResponse['stop'] {
  return reason === 'stop' || reason === 'tool-calls' || reason === 'length' ? reason : 'other'
}
