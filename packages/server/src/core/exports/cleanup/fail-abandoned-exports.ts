import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { queueNames } from '../../../engine/settings.ts'
import type { ExportErrorCode } from '../export-failure.ts'

const code: ExportErrorCode = 'internal_error'
const sentence =
  'The export was given up: each worker that took it ended before it was done. Start it again; if it fails again, tell the operator.'

/** Fails exports whose workflow the engine has given up; it does not change our rows itself. */
export async function failAbandonedExports(db: Kysely<Tables>, givenUp: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update export set status = 'failed', error_code = ${code}, error = ${sentence}, ended_at = now()
    where id = any(${givenUp}) and status in ('queued', 'running') and published_at is null
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Those of them that are published: hosts serve them, so they go back to the queue until they have completed. One statement,
 * so that of several workers one does it.
 */
export async function resumeAbandonedPublications(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update dbos.workflow_status as workflow
    set status = 'ENQUEUED', queue_name = ${queueNames.exports}, recovery_attempts = 0, owner_xid = null,
      started_at_epoch_ms = null, completed_at = null, workflow_deadline_epoch_ms = null
    from export
    where workflow.status in ('ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')
      and workflow.workflow_uuid = export.id
      and export.status = 'running' and export.published_at is not null
    returning export.id`.execute(db)
  return rows.map(({ id }) => id)
}
