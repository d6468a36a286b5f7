import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'

/** What an ended export has left in the bucket and may go now. */
export interface Remains {
  kind: 'leftovers' | 'source' | 'files'
  exportId: string
  organizationId: string
  projectId: string
  commit: string | null
  bundleKey: string | null
  /** When they became due, to the microsecond. */
  dueAt: string
}

/** Which of the objects may go; undefined while others may be using them. */
export type Choice = ((key: string) => boolean) | undefined

/** For how long they are the worker's that took them: one that dies is late by this. */
const clearingSeconds = 120

/**
 * Takes the remains that are due longest, for a worker to delete the chosen objects outside of this transaction and then
 * to call `forgetRemains`. Two workers never have the same, and what a worker that dies has begun is due again. None
 * when none are due; without a choice they are put off.
 */
export async function takeRemains(
  db: Kysely<Tables>,
  choose: (trx: Transaction<Tables>, remains: Remains) => Promise<Choice>,
): Promise<{ remains: Remains; isDeletable: Choice } | undefined> {
  return db.transaction().execute(async (trx) => {
    const remains = await findDue(trx)
    if (!remains) return undefined
    const isDeletable = await choose(trx, remains)
    if (!isDeletable) await putOffRemains(trx, remains)
    else {
      await trx
        .updateTable('export_remains')
        .set({ clearing_until: sql<Date>`now() + make_interval(secs => ${clearingSeconds})` })
        .where('export_id', '=', remains.exportId)
        .where('kind', '=', remains.kind)
        .execute()
    }
    return { remains, isDeletable }
  })
}

/** Unless they have become due once more meanwhile. */
export async function forgetRemains(db: Kysely<Tables>, { exportId, kind, dueAt }: Remains): Promise<void> {
  await db
    .deleteFrom('export_remains')
    .where('export_id', '=', exportId)
    .where('kind', '=', kind)
    .where('due_at', '<=', sql<Date>`${dueAt}::timestamptz`)
    .execute()
}

/** They are looked at again in an hour. */
export async function putOffRemains(db: Kysely<Tables>, { exportId, kind }: Remains): Promise<void> {
  await db
    .updateTable('export_remains')
    .set({ due_at: sql<Date>`now() + interval '1 hour'`, clearing_until: null })
    .where('export_id', '=', exportId)
    .where('kind', '=', kind)
    .execute()
}

/** Whether a worker deletes sources of this project right now. */
export async function isSourceBeingCleared(db: Kysely<Tables>, projectId: string): Promise<boolean> {
  const clearing = await db
    .selectFrom('export_remains')
    .innerJoin('export', 'export.id', 'export_remains.export_id')
    .select('export.id')
    .where('export_remains.kind', '=', 'source')
    .where('export_remains.clearing_until', '>', sql<Date>`now()`)
    .where('export.project_id', '=', projectId)
    .limit(1)
    .executeTakeFirst()
  return clearing !== undefined
}

async function findDue(trx: Transaction<Tables>): Promise<Remains | undefined> {
  return trx
    .selectFrom('export_remains')
    .innerJoin('export', 'export.id', 'export_remains.export_id')
    .select([
      'export_remains.kind',
      'export.id as exportId',
      'export.organization_id as organizationId',
      'export.project_id as projectId',
      'export.commit',
      'export.bundle_key as bundleKey',
    ])
    .select(sql<string>`export_remains.due_at::text`.as('dueAt'))
    .where('export_remains.due_at', '<=', sql<Date>`now()`)
    .where(sql<boolean>`(clearing_until is null or clearing_until <= now())`)
    .orderBy('export_remains.due_at')
    .limit(1)
    .forUpdate('export_remains')
    .skipLocked()
    .executeTakeFirst()
}

/**
 * Holds the project so that no export of it can start until the transaction ends, and tells whether none is under way.
 * Starting one shares a lock on the project, so every export is either seen here or finds what the transaction wrote.
 */
export async function isProjectQuiet(trx: Transaction<Tables>, projectId: string): Promise<boolean> {
  const held = await trx
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!held) return false
  const active = await trx
    .selectFrom('export')
    .select('id')
    .where('project_id', '=', projectId)
    .where('status', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst()
  return active === undefined
}
