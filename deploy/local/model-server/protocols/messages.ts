import { type Protocol, type Reply, type StreamEvent, textOf } from './protocol.ts'

type AnthropicMessage = { role: string; content: string | { type: string; text?: string; content?: unknown }[] }

/** Anthropic's messages. */
export const messages: Protocol = {
  read(body) {
    const list = body.messages as AnthropicMessage[]
    const parts = list.flatMap(({ role, content }) => (role === 'user' && Array.isArray(content) ? content : []))
    return {
      instruction: textOf(list.find(({ role }) => role === 'user')?.content),
      answers: list.filter(({ role }) => role === 'assistant').length,
      results: parts.filter(({ type }) => type === 'tool_result').map(({ content }) => textOf(content)),
      length: JSON.stringify(body).length,
    }
  },
  write(reply, body) {
    return { ...head(reply, body), content: blocks(reply), stop_reason: stopReason(reply), usage: usage(reply) }
  },
  stream(reply, body) {
    const message = {
      ...head(reply, body),
      content: [],
      stop_reason: null,
      usage: { ...usage(reply), output_tokens: 1 },
    }
    return [
      event({ type: 'message_start', message }),
      ...blocks(reply).flatMap(streamBlock),
      event({
        type: 'message_delta',
        delta: { stop_reason: stopReason(reply), stop_sequence: null },
        usage: { output_tokens: reply.outputTokens },
      }),
      event({ type: 'message_stop' }),
    ]
  },
}

function head({ id }: Reply, { model }: { model?: unknown }) {
  return { type: 'message', id: `msg_${id}`, role: 'assistant', model, stop_sequence: null }
}

type Block =
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: unknown }

/** Here an input is JSON by itself: a broken one can only come as a text. */
function blocks({ thought, text, calls }: Reply): Block[] {
  return [
    ...(thought ? [{ type: 'thinking' as const, thinking: thought, signature: 'signed' }] : []),
    ...(text ? [{ type: 'text' as const, text }] : []),
    ...calls.map(({ id, name, json }) => ({ type: 'tool_use' as const, id, name, input: parseOr(json) })),
  ]
}

function parseOr(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

function streamBlock(block: Block, index: number): StreamEvent[] {
  const [start, ...deltas] = partsOf(block)
  return [
    event({ type: 'content_block_start', index, content_block: start }),
    ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta })),
    event({ type: 'content_block_stop', index }),
  ]
}

/** The block as it begins, and what is added to it. */
function partsOf(block: Block): object[] {
  switch (block.type) {
    case 'thinking':
      return [
        { ...block, thinking: '', signature: '' },
        { type: 'thinking_delta', thinking: block.thinking },
        { type: 'signature_delta', signature: block.signature },
      ]
    case 'text':
      return [
        { ...block, text: '' },
        { type: 'text_delta', text: block.text },
      ]
    case 'tool_use':
      return [
        { ...block, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
      ]
  }
}

function event(data: { type: string } & Record<string, unknown>): StreamEvent {
  return { name: data.type, data }
}

function stopReason({ calls, isCut }: Reply): string {
  if (isCut) return 'max_tokens'
  return calls.length > 0 ? 'tool_use' : 'end_turn'
}

function usage({ inputTokens, outputTokens }: Reply) {
  return { input_tokens: inputTokens, output_tokens: outputTokens }
}
