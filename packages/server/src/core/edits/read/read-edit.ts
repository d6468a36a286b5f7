import { type Kysely, sql } from 'kysely'
import type { EditUsage, Tables } from '../../../db/tables.ts'
import { type Caller, isVisibleTo } from '../../access/caller.ts'
import { lookedUp } from '../../access/looked-up.ts'
import { editNotFound } from '../edit-not-found.ts'

export type EditRecord = Awaited<ReturnType<typeof readEdit>>

/** All that people ask about one edit. `revision` grows with each change of the row, `lastEvent` with the transcript. */
export async function readEdit(db: Kysely<Tables>, caller: Caller, editId: string) {
  const row = await db
    .selectFrom('edit')
    .innerJoin('project', 'project.id', 'edit.project_id')
    .select((column) => [
      'edit.id',
      'edit.status',
      'edit.repository',
      'edit.ref',
      'edit.branch',
      'edit.model',
      'edit.prompt',
      'edit.title',
      'edit.summary',
      'edit.error',
      'edit.turn',
      'edit.revision',
      sql<EditUsage>`edit.usage`.as('usage'),
      column.ref('edit.error_code').as('errorCode'),
      column.ref('edit.pr_link').as('prLink'),
      column.ref('edit.changed_files').as('changedFiles'),
      column.ref('edit.created_at').as('createdAt'),
      column.ref('edit.ended_at').as('endedAt'),
      column.ref('edit.archived_at').as('archivedAt'),
      column.ref('project.id').as('projectId'),
      column.ref('project.name').as('projectName'),
      column
        .selectFrom('edit_event')
        .select((event) => event.fn.max('position').as('position'))
        .whereRef('edit_event.edit_id', '=', 'edit.id')
        .as('lastEvent'),
    ])
    .where('edit.id', '=', editId)
    .where('edit.organization_id', '=', caller.organization_id)
    .executeTakeFirst()
  if (!row || !isVisibleTo(caller, row.projectId)) throw editNotFound()
  return lookedUp(row)
}
