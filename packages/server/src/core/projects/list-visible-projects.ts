import type { Project, ProjectPage } from '@bindery/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Caller, visibleTo } from '../access/caller.ts'
import { cutPage, isAfter } from '../exports/export-cursor.ts'

interface ListRequest {
  caller: Caller
  limit: number
  cursor: string | undefined
}

/** Newest first. A project deleted between two pages takes no other with it: a cursor is a place, not a row. */
export async function listVisibleProjects(db: Kysely<Tables>, request: ListRequest): Promise<ProjectPage> {
  const { page, nextCursor } = cutPage(await selectPage(db, request), request.limit)
  return { projects: page.map(toProject), nextCursor }
}

type Row = Awaited<ReturnType<typeof selectPage>>[number]

function toProject({ id, name, repository, branch, docs_path, created_at }: Row): Project {
  return { id, name, repository, branch, docsPath: docs_path, createdAt: created_at.toISOString() }
}

/** Projects have their times in microseconds, and a cursor has milliseconds: cut to these before they are compared. */
async function selectPage(db: Kysely<Tables>, { caller, limit, cursor }: ListRequest) {
  return db
    .selectFrom(
      db
        .selectFrom('project')
        .select(['id', 'name', 'repository', 'branch', 'docs_path'])
        .select(sql<Date>`date_trunc('milliseconds', created_at)`.as('created_at'))
        .where('organization_id', '=', caller.organization_id)
        .where(visibleTo(caller, 'id'))
        .as('visible'),
    )
    .selectAll()
    .$if(cursor !== undefined, (query) => query.where(isAfter(cursor ?? '')))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}
