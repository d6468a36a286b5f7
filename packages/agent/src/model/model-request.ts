import type { JSONValue } from 'ai'

/** Plain JSON all of it: a question and its answer are kept, and played back after a crash. */
export interface ModelRequest {
  system: string
  messages: Message[]
  tools: ToolDescription[]
  maxOutputTokens: number
}

export type Message =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: ToolCall[]; thoughts?: Thought[] }
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
  provider?: ProviderData
}

/** What a model thought before it answered. Models that think want it back with the results of their calls. */
export interface Thought {
  text: string
  provider?: ProviderData
}

/** Signatures and the like: sent back as they came, and never looked at. */
export type ProviderData = Record<string, Record<string, JSONValue | undefined>>

export interface ToolResult {
  callId: string
  name: string
  text: string
  isError: boolean
}

export interface ModelResponse {
  text: string
  calls: ToolCall[]
  thoughts?: Thought[]
  usage: Usage
  stop: 'stop' | 'tool-calls' | 'length' | 'other'
  tookMs: number
}

export interface Usage {
  inputTokens: number
  outputTokens: number
}
