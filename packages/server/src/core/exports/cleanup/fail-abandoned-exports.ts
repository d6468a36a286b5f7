import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { ExportErrorCode } from '../export-failure.ts'

const code: ExportErrorCode = 'internal_error'
const sentence =
  'The export was given up: each worker that took it ended before it was done. Start it again; if it fails again, tell the operator.'

/** Fails exports whose workflow the engine has given up; it does not change our rows itself. */
export async function failAbandonedExports(db: Kysely<Tables>, givenUp: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update export set status = 'failed', error_code = ${code}, error = ${sentence}, ended_at = now()
    where id = any(${givenUp}) and status in ('queued', 'running')
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
