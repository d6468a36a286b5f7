import type { AssistantContent, ModelMessage } from 'ai'
import type { Message, ProviderData } from './model-request.ts'

type AssistantPart = Exclude<AssistantContent, string>[number]

export function toModelMessages(message: Message): ModelMessage[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.text }]
    case 'assistant': {
      const content = toAssistantParts(message)
      return content.length > 0 ? [{ role: 'assistant', content }] : []
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

function toAssistantParts({ text, thoughts, calls }: Extract<Message, { role: 'assistant' }>): AssistantPart[] {
  const thinking = (thoughts ?? []).map((thought) => ({
    type: 'reasoning' as const,
    text: thought.text,
    ...back(thought),
  }))
  const saying = text ? [{ type: 'text' as const, text }] : []
  const calling = calls.map((call) => ({
    type: 'tool-call' as const,
    toolCallId: call.id,
    toolName: call.name,
    // Endpoints want an object back, also where the model wrote something else.
    input: typeof call.input === 'object' && call.input !== null ? call.input : { malformed: call.input },
    ...back(call),
  }))
  return [...thinking, ...saying, ...calling]
}

function back({ provider }: { provider?: ProviderData }) {
  return provider ? { providerOptions: provider } : {}
}
