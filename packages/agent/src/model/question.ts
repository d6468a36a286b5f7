/** Plain JSON all of it: a question and its answer are kept, and played back after a crash. */
export interface Question {
  system: string
  messages: Message[]
  tools: ToolDescription[]
  maxOutputTokens: number
}

export type Message =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: ToolCall[] }
  | { role: 'tool'; results: ToolResult[] }

export interface ToolDescription {
  name: string
  description: string
  /** JSON Schema of an object. */
  inputSchema: Record<string, unknown>
}

export interface ToolCall {
  id: string
  name: string
  /** What the model wrote; the bare text where that was no JSON. */
  input: unknown
}

export interface ToolResult {
  callId: string
  name: string
  text: string
  isError: boolean
}

export interface Answer {
  text: string
  calls: ToolCall[]
  usage: Usage
  stop: 'stop' | 'tool-calls' | 'length' | 'other'
  tookMs: number
}

export interface Usage {
  inputTokens: number
  outputTokens: number
}
