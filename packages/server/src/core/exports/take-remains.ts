import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** What an ended export has left in the bucket and may go now. */
export interface Remains {
  kind: 'leftovers' | 'source' | 'files'
  exportId: string
  organizationId: string
  projectId: string
  commit: string | null
  bundleKey: string | null
}

/** Whether they are gone, or must be looked at again later. */
export type Verdict = 'gone' | 'later'

/**
 * Hands the remains that are due longest to `clear`, and forgets them when they are gone. They are held by a row lock
 * meanwhile: two workers never clear the same, and what a worker that dies has begun is due again. False when none are due.
 */
export async function takeRemains(
  db: Kysely<Tables>,
  clear: (trx: Transaction<Tables>, remains: Remains) => Promise<Verdict>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const remains = await findDue(trx)
    if (!remains) return false
    const verdict = await clear(trx, remains)
    const { exportId, kind } = remains
    if (verdict === 'gone') {
      await trx.deleteFrom('export_remains').where('export_id', '=', exportId).where('kind', '=', kind).execute()
      return true
    }
    await trx
      .updateTable('export_remains')
      .set({ due_at: sql<Date>`now() + interval '1 hour'` })
      .where('export_id', '=', exportId)
      .where('kind', '=', kind)
      .execute()
    return true
  })
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
    .where('export_remains.due_at', '<=', sql<Date>`now()`)
    .orderBy('export_remains.due_at')
    .limit(1)
    .forUpdate('export_remains')
    .skipLocked()
    .executeTakeFirst()
}

/**
 * Holds the project so that no export of it can start until the transaction ends, and tells whether none is under way.
 * Starting one shares a lock on the project, so nothing that an export may have found can vanish under it.
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
