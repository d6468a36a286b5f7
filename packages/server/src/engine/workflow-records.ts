import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { jobLock } from './presence.ts'

type Ids = readonly string[]

/** Those of the workflows, and of the chunks that they have started, that the engine would run or runs. */
export async function listOpenWork(db: Kysely<Tables>, workflows: Ids): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select workflow_uuid as id from dbos.workflow_status
    where (workflow_uuid = any(${workflows}) or parent_workflow_id = any(${workflows}))
      and status in ('PENDING', 'ENQUEUED', 'DELAYED')`.execute(db)
  return rows.map(({ id }) => id)
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

/**
 * Forgets what the steps have returned: it holds text of files and answers of the model, which only a replay needs. The
 * names of the steps and their times stay for the operator.
 */
export async function emptyWorkRecords(db: Kysely<Tables>, workflows: Ids): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ids = await listWithChunks(trx, workflows)
    for (const table of ['operation_outputs', 'workflow_output', 'workflow_status']) {
      await sql`
        update dbos.${sql.raw(table)} set output = null, error = null
        where workflow_uuid = any(${ids}) and (output is not null or error is not null)`.execute(trx)
    }
  })
}

/**
 * Deletes all that the engine has of them. The status goes first: a step that is just being recorded holds that row, and
 * what it wrote is seen by the statements behind.
 */
export async function deleteWorkRecords(db: Kysely<Tables>, workflows: Ids): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const ids = await listWithChunks(trx, workflows)
    const { numAffectedRows } = await sql`
      delete from dbos.workflow_status where workflow_uuid = any(${ids})`.execute(trx)
    for (const table of ['operation_outputs', 'workflow_input', 'workflow_output']) {
      await sql`delete from dbos.${sql.raw(table)} where workflow_uuid = any(${ids})`.execute(trx)
    }
    return Number(numAffectedRows ?? 0)
  })
}

async function listWithChunks(trx: Kysely<Tables>, workflows: Ids): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select workflow_uuid as id from dbos.workflow_status
    where workflow_uuid = any(${workflows}) or parent_workflow_id = any(${workflows})`.execute(trx)
  return [...new Set([...workflows, ...rows.map(({ id }) => id)])]
}
