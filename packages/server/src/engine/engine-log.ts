import type { DLogger } from '@dbos-inc/dbos-sdk'

/** What we need of pino. */
export interface EngineLog {
  debug(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

// Whoever runs a step logs its failure, with the cause.
const reportsStep = /^(?:Non-retryable error in step|Error in step being automatically retried)/

/** The engine's own chatter: its information is our debug, and an error keeps its cause. */
export function toEngineLogger(log: EngineLog): DLogger {
  const fields = { part: 'engine' }
  return {
    debug: (entry) => log.debug(fields, String(entry)),
    info: (entry) => log.debug(fields, String(entry)),
    warn: (entry) => {
      if (!reportsStep.test(String(entry))) log.warn(fields, String(entry))
    },
    error: (entry, metadata) => log.error({ ...fields, err: metadata?.error }, String(entry)),
  }
}
