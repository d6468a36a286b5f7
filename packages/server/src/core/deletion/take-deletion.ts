import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export interface Deletion {
  id: string
  organizationId: string
  prefixes: string[]
  workflows: string[]
}

/** For how long it is the worker's that took it: one that dies is late by this. */
const takenSeconds = 120

/** The one that is due longest; two workers never have the same at once, and it would do no harm. */
export async function takeDeletion(db: Kysely<Tables>): Promise<Deletion | undefined> {
  const due = db
    .selectFrom('deletion')
    .select('id')
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('deletion')
    .set({ due_at: inSeconds(takenSeconds) })
    .where('id', '=', due)
    .returning(['id', 'organization_id as organizationId', 'prefixes', 'workflows'])
    .executeTakeFirst()
}

export async function endDeletion(db: Kysely<Tables>, { id }: Deletion): Promise<void> {
  await db.deleteFrom('deletion').where('id', '=', id).execute()
}

export async function putOffDeletion(db: Kysely<Tables>, { id }: Deletion, seconds: number): Promise<void> {
  await db
    .updateTable('deletion')
    .set({ due_at: inSeconds(seconds) })
    .where('id', '=', id)
    .execute()
}

function inSeconds(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`
}
