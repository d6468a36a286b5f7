import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'

/** What the report holds, as soon as it is made: a job that fails on its pages shows the same counts. */
export async function recordFindings(
  db: Kysely<Tables>,
  exportId: string,
  counts: { errors: number; warnings: number },
): Promise<void> {
  await db.updateTable('export').set(counts).where('id', '=', exportId).where('status', '=', 'running').execute()
}

/** Digest of the files that readers get, by which a rollback finds the previous content. */
export async function recordContent(db: Kysely<Tables>, exportId: string, contentDigest: string): Promise<void> {
  const row = { content_digest: contentDigest }
  await db.updateTable('export').set(row).where('id', '=', exportId).where('status', '=', 'running').execute()
}
