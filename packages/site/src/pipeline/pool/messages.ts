/** What a process is asked for: the name of one of its tasks, and what that works on. */
export interface TaskRequest {
  id: number
  name: string
  input: unknown
  /** Whose it is. */
  group: string
}

/** An error on its way between two processes. */
export interface SentError {
  name: string
  message: string
  code?: string | undefined
  stack?: string | undefined
}

/** What a task asked of its parent has an answer. */
export interface AskReply {
  ask: number
  value?: unknown
  error?: SentError
}

export type ToProcess = TaskRequest | AskReply

/** That it is ready for tasks, how one of them ended, or what that asks of the parent meanwhile. */
export type FromProcess =
  | { ready: true }
  | { id: number; result: unknown }
  | { id: number; error: SentError }
  | { id: number; ask: number; name: string; value: unknown }

export function sendError(error: unknown): SentError {
  const { name, message, code, stack } = error as Error & { code?: string }
  return { name, message, code, stack }
}

/** An error that goes by its name and code: its class was left behind. */
export function reviveError({ name, message, code, stack }: SentError): Error {
  return Object.assign(new Error(message), { name, ...(code !== undefined && { code }), stack })
}
