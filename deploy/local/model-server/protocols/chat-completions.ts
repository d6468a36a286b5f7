import { type Protocol, type Reply, textOf } from './protocol.ts'

type ChatMessage = { role: string; content?: unknown }

/** OpenAI's chat completions, which most endpoints of other makers speak too. */
export const chatCompletions: Protocol = {
  read(body) {
    const messages = body.messages as ChatMessage[]
    return {
      instruction: textOf(messages.find(({ role }) => role === 'user')?.content),
      answers: messages.filter(({ role }) => role === 'assistant').length,
      results: messages.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content)),
      length: JSON.stringify(body).length,
    }
  },
  write(reply, body) {
    const thought = reply.thought ? { reasoning_content: reply.thought } : {}
    const message = { role: 'assistant', content: reply.text || null, ...thought, tool_calls: toolCalls(reply) }
    return {
      ...head(reply, body, 'chat.completion'),
      choices: [{ index: 0, message, finish_reason: finishReason(reply) }],
      usage: usage(reply),
    }
  },
  stream(reply, body) {
    const chunk = (delta: object, finish: string | null = null) => ({
      data: { ...head(reply, body, 'chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason: finish }] },
    })
    return [
      ...(reply.thought ? [chunk({ role: 'assistant', reasoning_content: reply.thought })] : []),
      chunk({ role: 'assistant', content: reply.text }),
      ...(toolCalls(reply) ?? []).map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
      chunk({}, finishReason(reply)),
      { data: { ...head(reply, body, 'chat.completion.chunk'), choices: [], usage: usage(reply) } },
      { data: '[DONE]' },
    ]
  },
}

function head({ id }: Reply, { model }: { model?: unknown }, object: string) {
  return { id: `chatcmpl-${id}`, object, created: 0, model }
}

function toolCalls({ calls }: Reply) {
  if (calls.length === 0) return undefined
  return calls.map(({ id, name, json }) => ({ id, type: 'function', function: { name, arguments: json } }))
}

function finishReason({ calls, isCut }: Reply): string {
  if (isCut) return 'length'
  return calls.length > 0 ? 'tool_calls' : 'stop'
}

function usage({ inputTokens, outputTokens }: Reply) {
  return { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens }
}
