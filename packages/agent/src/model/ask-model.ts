import { type FinishReason, generateText, jsonSchema, type ModelMessage, type ToolSet } from 'ai'
import { cleanText, cleanValue } from './clean-value.ts'
import { toModelError } from './model-error.ts'
import type { Model } from './open-model.ts'
import type { Answer, Message, Question, ToolDescription } from './question.ts'

/** One call, never repeated here: who asks keeps the answer, and decides when to ask again. */
export async function askModel(model: Model, question: Question, signal: AbortSignal): Promise<Answer> {
  const started = performance.now()
  try {
    const { text, toolCalls, usage, finishReason } = await generateText({
      model: model.language,
      instructions: question.system,
      messages: question.messages.flatMap(toModelMessages),
      tools: toTools(question.tools),
      maxOutputTokens: question.maxOutputTokens,
      maxRetries: 0,
      abortSignal: signal,
      providerOptions,
    })
    return {
      text: cleanText(text),
      calls: toolCalls.map(({ toolCallId, toolName, input }) => ({
        id: cleanText(toolCallId),
        name: cleanText(toolName),
        input: cleanValue(input),
      })),
      usage: { inputTokens: usage.inputTokens ?? 0, outputTokens: usage.outputTokens ?? 0 },
      stop: toStop(finishReason),
      tookMs: Math.round(performance.now() - started),
    }
  } catch (error) {
    signal.throwIfAborted()
    throw toModelError(error, model)
  }
}

// A conversation is sent again with every step, so its beginning is worth caching; and it is kept by us, by nobody else.
const providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } }, openai: { store: false } }

/** Without `execute` a call of a tool ends the answer, and is run by whoever asked. */
function toTools(tools: ToolDescription[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [name, { description, inputSchema: jsonSchema(inputSchema) }]),
  )
}

function toModelMessages(message: Message): ModelMessage[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.text }]
    case 'assistant': {
      const calls = message.calls.map(({ id, name, input }) => ({
        type: 'tool-call' as const,
        toolCallId: id,
        toolName: name,
        // Endpoints want an object back, also where the model wrote something else.
        input: typeof input === 'object' && input !== null ? input : { malformed: input },
      }))
      const text = message.text ? [{ type: 'text' as const, text: message.text }] : []
      return text.length + calls.length > 0 ? [{ role: 'assistant', content: [...text, ...calls] }] : []
    }
    case 'tool':
      return [
        {
          role: 'tool',
          content: message.results.map(({ callId, name, text, isError }) => ({
            type: 'tool-result',
            toolCallId: callId,
            toolName: name,
            output: { type: isError ? 'error-text' : 'text', value: text },
          })),
        },
      ]
  }
}

function toStop(reason: FinishReason): Answer['stop'] {
  return reason === 'stop' || reason === 'tool-calls' || reason === 'length' ? reason : 'other'
}
