import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Caller } from '../access/caller.ts'
import { findVisibleDomain, readCurrent } from './hold-domain.ts'
import { findPrevious } from './roll-back.ts'

export type DomainView = Awaited<ReturnType<typeof viewDomain>>
export type PublishableExport = DomainView['exports'][number]
export type PublicationRecord = DomainView['history'][number]

// What is older is found by the list of exports, or in the audit log.
const shownExports = 20
const shownPublications = 20

/** A domain as people look at it: what is current, what could be, and what was. */
export async function viewDomain(db: Kysely<Tables>, caller: Caller, name: string) {
  const domain = await findVisibleDomain(db, caller, name)
  const [current, project, exports, history, previous] = await Promise.all([
    readCurrent(db, domain),
    readProject(db, domain.project_id),
    listPublishable(db, domain),
    listHistory(db, domain),
    findPrevious(db, domain),
  ])
  return { current, project, exports, history, previous }
}

interface Domain {
  current_export: string | null
  organization_id: string
  project_id: string
  name: string
}

function readProject(db: Kysely<Tables>, id: string) {
  return db.selectFrom('project').select(['id', 'name', 'branch']).where('id', '=', id).executeTakeFirstOrThrow()
}

/** The last completed exports, newest first. */
function listPublishable(db: Kysely<Tables>, { organization_id, project_id, name, current_export }: Domain) {
  return db
    .selectFrom('export')
    .select(['id', 'version', 'commit', 'ref', 'requested_ref', 'requested_paths', 'created_at', 'ended_at'])
    .select(sql<boolean>`(retained_until is null or retained_until > now())`.as('available'))
    .select(
      sql<boolean>`coalesce(content_digest = (select content_digest from export where id = ${current_export}), false)`.as(
        'hasLiveContent',
      ),
    )
    .where('organization_id', '=', organization_id)
    .where('domain', '=', name)
    .where('project_id', '=', project_id)
    .where('status', '=', 'completed')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownExports)
    .execute()
}

function listHistory(db: Kysely<Tables>, { organization_id, name }: Domain) {
  return (
    db
      .selectFrom('publication')
      .innerJoin('export', 'export.id', 'publication.export_id')
      // As in the audit log: of one kind of id the other's rest is none.
      .leftJoin('person', (join) => join.on('person.id', '=', sql<string>`substr(publication.actor, 8)`))
      .leftJoin('api_key', (join) => join.on('api_key.id', '=', sql<string>`substr(publication.actor, 5)`))
      .select((column) => [
        'export.id as exportId',
        'export.version',
        'export.commit',
        'publication.cause',
        'publication.actor',
        'publication.at',
        column.fn.coalesce('person.name', 'api_key.name').as('actorName'),
      ])
      .where('publication.organization_id', '=', organization_id)
      .where('publication.domain', '=', name)
      .orderBy('publication.id', 'desc')
      .limit(shownPublications)
      .execute()
  )
}
