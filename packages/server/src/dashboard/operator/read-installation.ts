import { countExportsByDay } from '../../core/operator/count-exports-by-day.ts'
import { countQueues } from '../../core/operator/count-queues.ts'
import { listOpenJobs } from '../../core/operator/list-open-jobs.ts'
import { listOrganizationUse } from '../../core/operator/list-organization-use.ts'
import { listRecentFailures } from '../../core/operator/list-recent-failures.ts'
import { listSlowSteps } from '../../core/operator/list-slow-steps.ts'
import { listWorkers } from '../../core/operator/list-workers.ts'
import { readDatabaseHealth } from '../../core/operator/read-database-health.ts'
import type { DashboardDeps } from '../dashboard-deps.ts'

export type Installation = Awaited<ReturnType<typeof readInstallation>>

const storageTimeoutMs = 3_000

/** Everything that the operator's page shows; each part is one statement, and none reads more than it shows. */
export async function readInstallation({ db, store }: Pick<DashboardDeps, 'db' | 'store'>) {
  const [storage, database, workers, queues, work, steps, days, organizations] = await Promise.all([
    askStorage(store),
    readDatabaseHealth(db),
    listWorkers(db),
    countQueues(db),
    readWork(db),
    listSlowSteps(db, 10),
    countExportsByDay(db, 30),
    listOrganizationUse(db, 200),
  ])
  return { storage, database, workers, queues, ...work, steps, days, organizations }
}

/** The part of it that changes with every job. */
export async function readWork(db: DashboardDeps['db']) {
  const [open, failures] = await Promise.all([listOpenJobs(db, 50), listRecentFailures(db, 20)])
  return { open, failures }
}

/** Null when the bucket answers; else what is wrong with it, in the storage's own words. */
async function askStorage(store: DashboardDeps['store']): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, storageTimeoutMs, 'The object storage did not answer within 3 seconds.')
  })
  const asked = store.checkBucket().then(
    () => null,
    (error: Error) => error.message,
  )
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
