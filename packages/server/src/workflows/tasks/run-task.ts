import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { type JobRef, recordEndedProcess } from '../../core/jobs/record-ended-process.ts'
import type { Tables } from '../../db/tables.ts'
import type { TaskInput, TaskName, TaskOptions, TaskPool, TaskResult } from './create-task-pool.ts'
import { explainTask } from './explain-ends.ts'

export interface TaskContext {
  /** Does in other processes what must not be done in this one. */
  tasks: TaskPool
  db: Kysely<Tables>
  log: Pick<Logger, 'warn'>
}

/** A job, and whose it is. */
export type TaskJob = JobRef & { organizationId: string }

// The second time in a fresh process, or on another worker: then it is the cause.
export const processesToFail = 2

/** Does something for a job in a process of its own. What has ended two processes fails the job for good. */
export function runTask<Name extends TaskName>(
  { tasks, db, log }: TaskContext,
  job: TaskJob,
  name: Name,
  input: TaskInput<Name>,
  options: Omit<TaskOptions, 'group' | 'onProcessEnded'>,
): Promise<TaskResult<Name>> {
  return tasks.run(name, input, {
    ...options,
    group: job.organizationId,
    async onProcessEnded(ended) {
      const { count } = await recordEndedProcess(db, job, name)
      log.warn(
        { job: idOf(job), task: name, kind: ended.kind, detail: ended.detail, count },
        'a task ended its process',
      )
      if (count >= processesToFail) throw explainTask(name, ended)
    },
  })
}

function idOf(job: JobRef): string {
  return 'exportId' in job ? job.exportId : job.agentJobId
}
