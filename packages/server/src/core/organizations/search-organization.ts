import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Caller, visibleTo } from '../access/caller.ts'

export interface FoundThing {
  kind: 'project' | 'domain' | 'export' | 'agent job'
  /** The last part of its address. */
  id: string
  name: string
  about: string
}

// As many as one reads before one types more.
const mostOfKind = 6

/** What of an organization has the words in its name or id, newest first. The words are compared as they are, as no pattern. */
export async function searchOrganization(db: Kysely<Tables>, caller: Caller, words: string): Promise<FoundThing[]> {
  const part = words.toLowerCase()
  const has = (column: string) => sql<boolean>`strpos(lower(${sql.ref(column)}), ${part}) > 0`
  const begins = (column: string) => sql<boolean>`starts_with(lower(${sql.ref(column)}), ${part})`
  const [projects, domains, exports, agentJobs] = await Promise.all([
    db
      .selectFrom('project')
      .select(['id', 'name', sql<string>`repository`.as('about')])
      .where('organization_id', '=', caller.organization_id)
      .where(visibleTo(caller, 'id'))
      .where((where) => where.or([has('name'), has('repository'), begins('id')]))
      .orderBy('name')
      .limit(mostOfKind)
      .execute(),
    db
      .selectFrom('domain')
      .select((column) => [
        column.ref('name').as('id'),
        'name',
        sql<string>`(select name from project where project.id = domain.project_id)`.as('about'),
      ])
      .where('organization_id', '=', caller.organization_id)
      .where(visibleTo(caller))
      .where(has('name'))
      .orderBy('name')
      .limit(mostOfKind)
      .execute(),
    db
      .selectFrom('export')
      .select([
        'id',
        sql<string>`domain`.as('name'),
        sql<string>`concat_ws(', ', version, commit_message, status)`.as('about'),
      ])
      .where('organization_id', '=', caller.organization_id)
      .where(visibleTo(caller))
      .where((where) =>
        where.or([has('domain'), begins('version'), begins('commit'), begins('id'), has('commit_message')]),
      )
      .orderBy('created_at', 'desc')
      .limit(mostOfKind)
      .execute(),
    db
      .selectFrom('agent_job')
      .select(['id', sql<string>`coalesce(title, left(prompt, 80))`.as('name'), sql<string>`status`.as('about')])
      .where('organization_id', '=', caller.organization_id)
      .where(visibleTo(caller))
      .where((where) => where.or([has('title'), has('prompt'), begins('id')]))
      .orderBy('created_at', 'desc')
      .limit(mostOfKind)
      .execute(),
  ])
  return [
    ...projects.map((row) => ({ kind: 'project' as const, ...row })),
    ...domains.map((row) => ({ kind: 'domain' as const, ...row })),
    ...exports.map((row) => ({ kind: 'export' as const, ...row })),
    ...agentJobs.map((row) => ({ kind: 'agent job' as const, ...row })),
  ]
}
