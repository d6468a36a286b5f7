import { DBOS, Error as EngineErrors } from '@dbos-inc/dbos-sdk'
import type { Liveness } from './hold-liveness.ts'

/**
 * Says to everybody which jobs this process is at, by an advisory lock for each over the connection that says that it
 * lives: Postgres frees them with the process. Whoever deletes a job waits for its lock, and knows then that nothing more
 * is written of it. A cancelled job alone says nothing of a step that has not noticed yet.
 */
export interface Presence {
  /** From now on; before, this process is at no job. */
  connect(liveness: Liveness): void
  /** For as long as the workflow runs here. Refuses one whose job has ended or is gone. */
  around<Args extends unknown[], Result>(
    workflow: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result>
  /** A step that was given up may go on for a while after its workflow has ended. */
  stay(workflowId: string): Disposable
}

/** `isOpen` tells whether a job is still to be worked on. */
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
    // After the lock and not before: whoever saw no lock had cancelled the job before he looked.
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
