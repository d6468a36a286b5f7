import type { AgentJobStatus } from '@bindery/contract'
import { type Kysely, sql } from 'kysely'
import type { EditUsage, Tables } from '../../db/tables.ts'
import type { Caller } from '../caller.ts'
import { cutPage, readCursor } from '../exports/export-cursor.ts'

interface HistoryRequest {
  caller: Caller
  /** Its id, or its name. */
  project: string | undefined
  status: AgentJobStatus | undefined
  limit: number
  cursor: string | undefined
}

export type EditSummary = Awaited<ReturnType<typeof listEditHistory>>['edits'][number]

/** The edits of all projects of an organization, newest first. */
export async function listEditHistory(db: Kysely<Tables>, request: HistoryRequest) {
  const { page, nextCursor } = cutPage(await selectPage(db, request), request.limit)
  return { edits: page, nextCursor }
}

// Of an instruction that stands in for a title; the page shows one line of it.
const SHOWN_CHARACTERS = 200

function selectPage(db: Kysely<Tables>, { caller, project, status, limit, cursor }: HistoryRequest) {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  return db
    .selectFrom('edit')
    .innerJoin('project', 'project.id', 'edit.project_id')
    .select((column) => [
      'edit.id',
      'edit.created_at',
      'edit.status',
      'edit.title',
      sql<string>`left(edit.prompt, ${SHOWN_CHARACTERS})`.as('prompt'),
      column.ref('edit.error_code').as('errorCode'),
      column.ref('edit.pr_link').as('prLink'),
      sql<EditUsage>`edit.usage`.as('usage'),
      column.ref('project.name').as('projectName'),
    ])
    .where('edit.organization_id', '=', caller.organization_id)
    .$if(caller.project_ids !== null, (query) => query.where('edit.project_id', 'in', caller.project_ids ?? []))
    .$if(project !== undefined, (query) => query.where(sql<boolean>`${project} in (project.id, project.name)`))
    .$if(status !== undefined, (query) => query.where('edit.status', '=', status ?? 'active'))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('edit.created_at', 'edit.id'), '<', tuple(after?.createdAt ?? new Date(), after?.id ?? '')),
      ),
    )
    .orderBy('edit.created_at', 'desc')
    .orderBy('edit.id', 'desc')
    .limit(limit + 1)
    .execute()
}
