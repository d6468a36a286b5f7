import { limits } from '../limits.ts'
import type { Message } from '../model/model-request.ts'

const recentMessages = 8
const recentLength = 300

/**
 * Shortens what old calls gave and wrote, the oldest first, and forgets what was thought there, once a conversation is too long. Then well below the limit, so
 * that the next questions begin with the same bytes and an endpoint's cache of them holds.
 */
export function shortenConversation(messages: Message[]): Message[] {
  let length = lengthOf(messages)
  if (length <= limits.conversationLength) return messages
  return messages.map((message, i) => {
    const isNeeded = i === 0 || i >= messages.length - recentMessages || length <= limits.conversationLength * 0.6
    if (isNeeded) return message
    const short = shortenMessage(message)
    length -= lengthOf(message) - lengthOf(short)
    return short
  })
}

function shortenMessage(message: Message): Message {
  switch (message.role) {
    case 'user':
      return message
    case 'assistant':
      return {
        role: 'assistant',
        text: message.text,
        calls: message.calls.map((call) => ({ ...call, input: shortenInput(call.input) })),
      }
    case 'tool':
      return { ...message, results: message.results.map((result) => ({ ...result, text: shorten(result.text) })) }
  }
}

function shortenInput(input: unknown): unknown {
  if (typeof input === 'string') return shorten(input)
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, shortenInput(value)]))
}

function shorten(text: string): string {
  return text.length <= recentLength + 50
    ? text
    : `${text.slice(0, recentLength)}\n[${text.length - recentLength} more characters]`
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length
}
