import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { failAbandonedExports } from '../core/exports/fail-abandoned-exports.ts'
import type { Tables } from '../db/tables.ts'

const everyMs = 5_000

/** Ends, every few seconds, the exports that the engine has given up: no job stays running for ever. */
export function sweepExports(db: Kysely<Tables>, log: Logger): { stop(): void } {
  const timer = setInterval(async () => {
    try {
      for (const exportId of await failAbandonedExports(db)) log.error({ exportId }, 'the engine gave the export up')
    } catch (err) {
      log.warn({ err }, 'could not look for abandoned exports; trying again')
    }
  }, everyMs)
  return { stop: () => clearInterval(timer) }
}
