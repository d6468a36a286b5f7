import { type Protocol, type Reply, type StreamEvent, textOf } from './protocol.ts'

type Item = { type?: string; role?: string; content?: unknown; output?: unknown }

/** OpenAI's responses. */
export const responses: Protocol = {
  read(body) {
    const items = body.input as Item[]
    const isAnswer = (item?: Item) => item?.role === 'assistant' || item?.type === 'function_call'
    return {
      instruction: textOf(items.find(({ role }) => role === 'user')?.content),
      // An answer's text and calls stand as items of their own, one after the other.
      answers: items.filter((item, i) => isAnswer(item) && !isAnswer(items[i - 1])).length,
      results: items.filter(({ type }) => type === 'function_call_output').map(({ output }) => textOf(output)),
      length: JSON.stringify(body).length,
    }
  },
  write(reply, body) {
    return {
      ...head(reply, body),
      status: reply.isCut ? 'incomplete' : 'completed',
      output: items(reply),
      ...ending(reply),
    }
  },
  stream(reply, body) {
    const started = { ...head(reply, body), status: 'in_progress', output: [] }
    const ended = {
      type: reply.isCut ? 'response.incomplete' : 'response.completed',
      response: this.write(reply, body),
    }
    return [
      event({ type: 'response.created', response: started }),
      ...items(reply).flatMap(streamItem),
      event({ ...ended }),
    ]
  },
}

function head({ id }: Reply, { model }: { model?: unknown }) {
  return { id: `resp_${id}`, object: 'response', created_at: 0, model }
}

function ending({ isCut, inputTokens, outputTokens }: Reply) {
  return {
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    usage: { input_tokens: inputTokens, output_tokens: outputTokens, total_tokens: inputTokens + outputTokens },
  }
}

function items({ id, text, calls }: Reply) {
  const content = [{ type: 'output_text' as const, text, annotations: [] }]
  const message = { type: 'message' as const, role: 'assistant', id: `msg_${id}`, status: 'completed', content }
  const uses = calls.map((call) => ({
    type: 'function_call' as const,
    id: `fc_${call.id}`,
    call_id: call.id,
    name: call.name,
    arguments: call.json,
    status: 'completed',
  }))
  return text ? [message, ...uses] : uses
}

function streamItem(item: ReturnType<typeof items>[number], index: number): StreamEvent[] {
  const at = { item_id: item.id, output_index: index }
  const bare = item.type === 'message' ? { ...item, content: [] } : { ...item, arguments: '' }
  const delta =
    item.type === 'message'
      ? { type: 'response.output_text.delta', ...at, content_index: 0, delta: item.content[0]?.text }
      : { type: 'response.function_call_arguments.delta', ...at, delta: item.arguments }
  return [
    event({ type: 'response.output_item.added', output_index: index, item: bare }),
    event(delta),
    event({ type: 'response.output_item.done', output_index: index, item }),
  ]
}

function event(data: { type: string } & Record<string, unknown>): StreamEvent {
  return { name: data.type, data }
}
