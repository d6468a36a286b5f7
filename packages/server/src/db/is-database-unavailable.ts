// Connection exceptions, shutting down, starting up, too many connections, read-only after a failover.
const states = /^(08...|57P0[1-3]|53300|25006)$/
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])
// What the client itself says has no code.
const sentences =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|Cannot use a pool after calling end/

/** The database is away, not wrong: the same request may succeed in a moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return states.test(code) || systemCodes.has(code)
  return sentences.test(error.message)
}
