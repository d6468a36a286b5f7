import { type Protocol, type Reply, type StreamEvent, textOf } from './protocol.ts'

type Item = { type?: string; role?: string; content?: unknown; output?: unknown }

/** OpenAI's responses. */
export const responses: Protocol = {
  read(body) {
    const items = body.input as Item[]
    const isAnswer = (item?: Item) => item?.role === 'assistant' || /^(function_call|reasoning)$/.test(item?.type ?? '')
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

type OutputItem = { id: string } & (
  | { type: 'reasoning'; summary: { text: string }[]; encrypted_content: string }
  | { type: 'message'; role: string; status: string; content: { text: string }[] }
  | { type: 'function_call'; call_id: string; name: string; arguments: string; status: string }
)

function items({ id, thought, text, calls }: Reply): OutputItem[] {
  const content = [{ type: 'output_text', text, annotations: [] }]
  const summary = [{ type: 'summary_text', text: thought }]
  return [
    ...(thought ? [{ type: 'reasoning' as const, id: `rs_${id}`, summary, encrypted_content: 'sealed' }] : []),
    ...(text ? [{ type: 'message' as const, role: 'assistant', id: `msg_${id}`, status: 'completed', content }] : []),
    ...calls.map((call) => ({
      type: 'function_call' as const,
      id: `fc_${call.id}`,
      call_id: call.id,
      name: call.name,
      arguments: call.json,
      status: 'completed',
    })),
  ]
}

function streamItem(item: OutputItem, index: number): StreamEvent[] {
  const [start, ...deltas] = partsOf(item)
  return [
    event({ type: 'response.output_item.added', output_index: index, item: start }),
    ...deltas.map((delta) => event({ item_id: item.id, output_index: index, ...delta })),
    event({ type: 'response.output_item.done', output_index: index, item }),
  ]
}

/** The item as it begins, and what is added to it. */
function partsOf(item: OutputItem): [object, ...EventData[]] {
  switch (item.type) {
    case 'reasoning':
      return [
        { ...item, summary: [] },
        { type: 'response.reasoning_summary_part.added', summary_index: 0 },
        { type: 'response.reasoning_summary_text.delta', summary_index: 0, delta: item.summary[0]?.text },
      ]
    case 'message':
      return [
        { ...item, content: [] },
        { type: 'response.output_text.delta', content_index: 0, delta: item.content[0]?.text },
      ]
    case 'function_call':
      return [
        { ...item, arguments: '' },
        { type: 'response.function_call_arguments.delta', delta: item.arguments },
      ]
  }
}

type EventData = { type: string } & Record<string, unknown>

function event(data: EventData): StreamEvent {
  return { name: data.type, data }
}
