/** What the server needs to know of a request, whatever its protocol. */
export interface Conversation {
  /** The first message of the user. */
  instruction: string
  /** How often the model has answered before. */
  answers: number
  /** The texts that tools gave back, in order. */
  results: string[]
  length: number
}

export interface Reply {
  id: string
  /** Thought before the answer; empty: nothing. */
  thought: string
  text: string
  calls: { id: string; name: string; json: string }[]
  isCut: boolean
  inputTokens: number
  outputTokens: number
}

export type Body = Record<string, unknown>

export interface Protocol {
  read(body: Body): Conversation
  write(reply: Reply, body: Body): object
  /** The events of a streamed answer, in order. */
  stream(reply: Reply, body: Body): StreamEvent[]
}

export interface StreamEvent {
  name?: string
  data: object | '[DONE]'
}

/** A content is a text or a list of parts, in all protocols. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { text?: unknown }) => (typeof part.text === 'string' ? part.text : '')).join('')
}
