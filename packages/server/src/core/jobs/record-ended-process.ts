import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { StaleEdit } from '../edits/edit-failure.ts'
import { StaleExport } from '../exports/export-failure.ts'

/** An export, or a turn of an edit. */
export type JobRef = { exportId: string } | { editId: string; turn: number }

/** Notes what of a job has ended a process, and says how often it has, counted over all workers. */
export async function recordEndedProcess(db: Kysely<Tables>, job: JobRef, subject: string): Promise<number> {
  const name = 'turn' in job ? `${job.turn} ${subject}` : subject
  const ended = 'exportId' in job ? await appendToExport(db, job.exportId, name) : await appendToEdit(db, job, name)
  return ended.filter((other) => other === name).length
}

async function appendToExport(db: Kysely<Tables>, exportId: string, name: string): Promise<string[]> {
  const { ended_processes } = await db
    .updateTable('export')
    .set({ ended_processes: sql<string[]>`array_append(ended_processes, ${name})` })
    .where('id', '=', exportId)
    .where('status', '=', 'running')
    .returning('ended_processes')
    .executeTakeFirstOrThrow(() => new StaleExport(exportId))
  return ended_processes
}

async function appendToEdit(
  db: Kysely<Tables>,
  edit: { editId: string; turn: number },
  name: string,
): Promise<string[]> {
  const { ended_processes } = await db
    .updateTable('edit')
    .set({ ended_processes: sql<string[]>`array_append(ended_processes, ${name})` })
    .where('id', '=', edit.editId)
    .where('status', '=', 'active')
    .returning('ended_processes')
    .executeTakeFirstOrThrow(() => new StaleEdit(edit))
  return ended_processes
}
