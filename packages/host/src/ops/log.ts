/** One event of the host, for people in a sentence and for programs in fields. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, fields?: Record<string, unknown>) => void

/** A line of JSON for each event, as collectors of logs like it. */
export function createLog(write: (line: string) => void): Log {
  return (level, message, fields = {}) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`)
}
