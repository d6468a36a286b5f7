import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { failAbandonedExports } from '../core/exports/fail-abandoned-exports.ts'
import { listCancelledWork } from '../core/exports/list-cancelled-work.ts'
import type { Tables } from '../db/tables.ts'
import { deleteFinishedWorkflows } from '../engine/delete-finished-workflows.ts'

const second = 1_000
const day = 24 * 60 * 60 * second

/** What every worker does beside its work; two of them at it at once do no harm. */
export function keepHouse(options: { db: Kysely<Tables>; log: Logger; workflowDays: number }): { stop(): void } {
  const { db, log } = options

  const timers = [
    repeat(5 * second, 'end abandoned exports', async () => {
      for (const exportId of await failAbandonedExports(db)) log.error({ exportId }, 'the engine gave the export up')
    }),
    repeat(second, 'stop the work of cancelled exports', async () => {
      const workflows = await listCancelledWork(db)
      if (workflows.length > 0) await DBOS.cancelWorkflows(workflows, { cancelChildren: true })
    }),
    // Each night's share, an hour's at a time, so that no delete is a long one.
    repeat(day / 24, 'forget finished workflows', async () => {
      const workflows = await deleteFinishedWorkflows(new Date(Date.now() - options.workflowDays * day))
      if (workflows > 0) log.info({ workflows }, 'forgot finished workflows')
    }),
  ]
  return { stop: () => timers.forEach(clearInterval) }

  function repeat(everyMs: number, task: string, run: () => Promise<void>): NodeJS.Timeout {
    return setInterval(() => {
      run().catch((err: unknown) => log.warn({ err, task }, 'housekeeping failed; it is tried again'))
    }, everyMs)
  }
}
