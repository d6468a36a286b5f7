import { DBOS } from '@dbos-inc/dbos-sdk'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { archiveOldAgentJobs } from '../../core/agent-jobs/archive-old-agent-jobs.ts'
import { listCancelledAgentJobWork } from '../../core/agent-jobs/read/list-cancelled-agent-jobs.ts'
import { failAbandonedAgentJobs } from '../../core/agent-jobs/turns/fail-abandoned-agent-jobs.ts'
import { forgetOldAudit } from '../../core/audit/forget-old-audit.ts'
import { readDeletionMark } from '../../core/deletion/list-deletions.ts'
import { failAbandonedExports, resumeAbandonedPublications } from '../../core/exports/cleanup/fail-abandoned-exports.ts'
import { listCancelledWork } from '../../core/exports/cleanup/list-cancelled-work.ts'
import type { Tables } from '../../db/tables.ts'
import { deleteFinishedWorkflows } from '../../engine/delete-finished-workflows.ts'
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
  workflowDays: number
  /** Never, unless an organization has a limit of its own. */
  agentJobArchiveDays?: number | undefined
}

/** What every worker does beside its work; two of them at it at once do no harm. */
export function runMaintenance(options: MaintenanceParts): { stop(): Promise<void> } {
  const { db, store, log } = options
  const cancel = (workflows: string[]) => DBOS.cancelWorkflows(workflows, { cancelChildren: true })
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()

  const timers = [
    repeat(5 * second, 'end abandoned jobs', async () => {
      for (const exportId of await failAbandonedExports(db)) log.error({ exportId }, 'the engine gave the export up')
      for (const exportId of await resumeAbandonedPublications(db)) {
        log.error({ exportId }, 'the engine gave a published export up; its archive is tried again')
      }
      for (const agentJobId of await failAbandonedAgentJobs(db))
        log.error({ agentJobId }, 'the engine gave the agent job up')
    }),
    repeat(second, 'stop the work of cancelled jobs', async () => {
      const workflows = [...(await listCancelledWork(db)), ...(await listCancelledAgentJobWork(db))]
      if (workflows.length > 0) await cancel(workflows)
    }),
    repeat(60 * second, 'delete what ended exports have left', async () => {
      const objects = await clearRemains(db, store, stopping.signal)
      if (objects > 0) log.info({ objects }, 'deleted what ended exports had left')
    }),
    repeat(second, 'delete what deleted tenants have left', () =>
      finishDeletions({ db, store, log, cancel }, stopping.signal),
    ),
    repeat(2 * second, 'drop what was cached of deleted tenants', async () => {
      const mark = await readDeletionMark(db)
      if (mark !== undefined) await options.cache.renew(mark)
    }),
    repeat(5 * second, 'forget what ended jobs have recorded', () => clearEndedWork(db, store, stopping.signal)),
    repeat(60 * second, 'archive agent jobs that ended long ago', async () => {
      const agentJobs = await archiveOldAgentJobs(db, options.agentJobArchiveDays ?? 0)
      if (agentJobs > 0) log.info({ agentJobs }, 'archived agent jobs that ended long ago')
    }),
    // Each night's share, an hour's at a time, so that no delete is a long one.
    repeat(day / 24, 'forget finished workflows', async () => {
      const workflows = await deleteFinishedWorkflows(new Date(Date.now() - options.workflowDays * day))
      if (workflows > 0) log.info({ workflows }, 'forgot finished workflows')
    }),
    repeat(day / 24, 'forget what was done long ago', async () => {
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
