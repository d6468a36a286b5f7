import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { archiveOldAgentJobs } from '../../core/agent-jobs/archive-old-agent-jobs.ts'
import { failAbandonedAgentJobs } from '../../core/agent-jobs/turns/fail-abandoned-agent-jobs.ts'
import { forgetOldAudit } from '../../core/audit/forget-old-audit.ts'
import { readDeletionMark } from '../../core/deletion/list-deletions.ts'
import { failAbandonedExports } from '../../core/exports/cleanup/fail-abandoned-exports.ts'
import { forgetOldSteps } from '../../core/steps/forget-old-steps.ts'
import type { Tables } from '../../db/tables.ts'
import { engineWork as work } from '../../engine/workflow-records.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import type { HostCache } from '../cache/host-cache.ts'
import { clearEndedWork } from './clear-ended-work.ts'
import { clearRemains } from './clear-remains.ts'
import { finishDeletions } from './finish-deletions.ts'

const second = 1_000
const day = 24 * 60 * 60 * second

export interface MaintenanceParts {
  db: Kysely<Tables>
  store: ObjectStore
  cache: Pick<HostCache, 'renew'>
  log: Logger
  /** Retention of the rows of steps. */
  stepDays: number
  /** Returns true in the one worker that maintains the database and the bucket. */
  leads(): Promise<boolean>
  /** Never, unless an organization has a limit of its own. */
  agentJobArchiveDays?: number | undefined
}

/** Periodic tasks of a worker. All but one of them run in one worker at a time. */
export function runMaintenance(options: MaintenanceParts): { stop(): Promise<void> } {
  const { db, store, log, leads } = options
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()

  const timers = [
    repeatInLead(5 * second, 'end abandoned jobs', async () => {
      const givenUp = await work.listGivenUp()
      for (const exportId of await failAbandonedExports(db, givenUp))
        log.error({ exportId }, 'the engine gave the export up')
      for (const agentJobId of await failAbandonedAgentJobs(db, givenUp))
        log.error({ agentJobId }, 'the engine gave the agent job up')
    }),
    repeatInLead(second, 'clear what ended jobs have left in the engine', () =>
      clearEndedWork({ db, work, store }, stopping.signal),
    ),
    repeatInLead(60 * second, 'delete what ended exports have left', async () => {
      const objects = await clearRemains(db, store, stopping.signal)
      if (objects > 0) log.info({ objects }, 'deleted what ended exports had left')
    }),
    repeatInLead(second, 'delete what deleted tenants have left', () =>
      finishDeletions({ db, work, store, log }, stopping.signal),
    ),
    repeat(2 * second, 'drop what was cached of deleted tenants', async () => {
      const mark = await readDeletionMark(db)
      if (mark !== undefined) await options.cache.renew(mark)
    }),
    repeatInLead(60 * second, 'archive agent jobs that ended long ago', async () => {
      const agentJobs = await archiveOldAgentJobs(db, options.agentJobArchiveDays ?? 0)
      if (agentJobs > 0) log.info({ agentJobs }, 'archived agent jobs that ended long ago')
    }),
    // Every hour, so that no delete takes long.
    repeatInLead(day / 24, 'delete the rows of old steps', async () => {
      const steps = await forgetOldSteps(db, options.stepDays)
      if (steps > 0) log.info({ steps }, 'deleted the rows of old steps')
    }),
    repeatInLead(day / 24, 'forget what was done long ago', async () => {
      const entries = await forgetOldAudit(db)
      if (entries > 0) log.info({ entries }, 'forgot what was done more than two years ago')
    }),
  ]
  return {
    async stop() {
      stopping.abort()
      timers.forEach(clearInterval)
      await Promise.all(running.values())
    },
  }

  function repeatInLead(everyMs: number, task: string, run: () => Promise<void>): NodeJS.Timeout {
    return repeat(everyMs, task, async () => {
      if (await leads()) await run()
    })
  }

  /** A task that takes longer than its interval is not begun again before it has ended. */
  function repeat(everyMs: number, task: string, run: () => Promise<void>): NodeJS.Timeout {
    return setInterval(() => {
      if (running.has(task)) return
      const ended = run()
        .catch((err: unknown) => log.warn({ err, task }, 'housekeeping failed; it is tried again'))
        .finally(() => running.delete(task))
      running.set(task, ended)
    }, everyMs)
  }
}
