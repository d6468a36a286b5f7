import { DBOS } from '@dbos-inc/dbos-sdk'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { jobLock } from './presence.ts'

type Ids = readonly string[]

/** Records of the engine, for the code that ends jobs. */
export interface EngineWork {
  /** Returns those of the workflows that are queued or running. */
  listOpen(workflows: Ids): Promise<string[]>
  /** Lists jobs that failed, were cancelled or were recovered too often. */
  listGivenUp(): Promise<string[]>
  /** Cancels workflows and their children. A running step notices within about a second. */
  cancel(workflows: Ids): Promise<void>
  /** Deletes all records, which contain text of files and responses of the model. No process may be working on them. */
  delete(workflows: Ids): Promise<void>
}

/** Works only in a process in which the engine runs. */
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
    // Twice, because the engine deletes steps before their workflow, which may add one in between.
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
