import { DBOS, Error as EngineErrors } from '@dbos-inc/dbos-sdk'
import type { Liveness } from './hold-liveness.ts'

/**
 * Shows all processes which jobs this one works on: an advisory lock for each job, on the connection that shows that this
 * process lives. Postgres releases them with the process. Deletion of a job waits until its lock is free, because then
 * nothing more is written for it. Cancelling alone is not enough: a step may still be running.
 */
export interface Presence {
  /** Before this call nothing is locked. */
  connect(liveness: Liveness): void
  /** Locks the job while the workflow runs. Rejects a workflow whose job has ended or was deleted. */
  around<Args extends unknown[], Result>(
    workflow: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result>
  /** For a step that may go on after its workflow has ended. */
  stay(workflowId: string): Disposable
}

/** `isOpen` returns false for a job that has ended or was deleted. */
export function createPresence(isOpen: (job: string) => Promise<boolean>): Presence {
  let connection: Liveness | undefined
  const entered = new Map<string, { times: number; locked: Promise<unknown> }>()

  async function enter(workflowId: string): Promise<Disposable> {
    const job = jobOf(workflowId)
    const isFirst = !entered.has(job)
    if (isFirst) entered.set(job, { times: 0, locked: lock(job) })
    using leaving = new DisposableStack()
    leaving.use(stay(workflowId))
    await entered.get(job)?.locked
    // Checked after locking: a deletion that saw no lock has ended the job before this check.
    if (isFirst && !(await isOpen(job))) throw new EngineErrors.DBOSWorkflowCancelledError(workflowId)
    return leaving.move()
  }

  async function lock(job: string): Promise<void> {
    await connection?.query(`select pg_advisory_lock_shared(${jobLock('$1')})`, [job])
  }

  function stay(workflowId: string): Disposable {
    const job = jobOf(workflowId)
    const entry = entered.get(job)
    if (entry) entry.times += 1
    return { [Symbol.dispose]: () => entry && leave(job, entry) }
  }

  function leave(job: string, entry: { times: number }): void {
    entry.times -= 1
    if (entry.times > 0) return
    entered.delete(job)
    // A lost connection has ended the process by then.
    connection?.query(`select pg_advisory_unlock_shared(${jobLock('$1')})`, [job]).catch(() => {})
  }

  return {
    connect(liveness) {
      connection = liveness
    },
    around(workflow) {
      return async (...args) => {
        using _inside = await enter(DBOS.workflowID ?? '')
        return await workflow(...args)
      }
    },
    stay,
  }
}

/** A chunk belongs to its export. */
function jobOf(workflowId: string): string {
  return workflowId.replace(/:c\d+$/, '')
}

/** The lock of the job whose id the SQL expression gives. */
export function jobLock(expression: string): string {
  return `hashtextextended('bindery-job:' || ${expression}, 0)`
}
