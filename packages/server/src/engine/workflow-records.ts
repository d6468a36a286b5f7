import { DBOS } from '@dbos-inc/dbos-sdk'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { jobLock } from './presence.ts'

type Ids = readonly string[]

/** What the engine has of jobs, for those who end them. */
export interface EngineWork {
  /** Those of the workflows that the engine would run or runs. */
  listOpen(workflows: Ids): Promise<string[]>
  /** Jobs that it will not run any more, because they failed, were cancelled or took down too many workers. */
  listGivenUp(): Promise<string[]>
  /** Takes work away from it, with all that it has started. A running step sees it within about a second. */
  cancel(workflows: Ids): Promise<void>
  /** Deletes all that it has of work that no process is at: it holds text of files and answers of the model. */
  delete(workflows: Ids): Promise<void>
}

/** Only in a process in which the engine runs. */
export const engineWork: EngineWork = {
  async listOpen(workflows) {
    return listIds({ workflowIDs: [...workflows], status: ['PENDING', 'ENQUEUED', 'DELAYED'] })
  },
  async listGivenUp() {
    return listIds({ status: ['ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED'], hasParent: false })
  },
  cancel: (workflows) => DBOS.cancelWorkflows([...workflows], { cancelChildren: true }),
  async delete(workflows) {
    if (workflows.length === 0) return
    // The engine deletes the steps before the workflow that they belong to; what was added in between goes with the second.
    for (let time = 0; time < 2; time++) await DBOS.deleteWorkflows([...workflows], true)
  },
}

async function listIds(which: Parameters<typeof DBOS.listWorkflows>[0]): Promise<string[]> {
  const found = await DBOS.listWorkflows({ ...which, loadInput: false, loadOutput: false })
  return found.map(({ workflowID }) => workflowID)
}

/** Those that some process is at, whatever the engine says of them: see presence.ts. */
export async function listBusyWork(db: Kysely<Tables>, workflows: Ids): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${workflows}::text[]) as id
    where exists (
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and granted and objsubid = 1 and datname = current_database()
        and (classid::bigint << 32 | objid::bigint) = ${sql.raw(jobLock('id'))})`.execute(db)
  return rows.map(({ id }) => id)
}
