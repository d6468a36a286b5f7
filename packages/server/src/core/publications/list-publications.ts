import type { PublicationPage } from '@bindery/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Caller } from '../access/caller.ts'
import { findVisibleDomain } from './hold-domain.ts'

interface ListRequest {
  caller: Caller
  domain: string
  limit: number
  cursor?: string | undefined
}

/** What was current of a domain, the latest first. */
export async function listPublications(db: Kysely<Tables>, request: ListRequest): Promise<PublicationPage> {
  const { caller, domain, limit, cursor } = request
  const { organization_id, name } = await findVisibleDomain(db, caller, domain)
  const rows = await db
    .selectFrom('publication')
    .innerJoin('export', 'export.id', 'publication.export_id')
    .select(['publication.id', 'export.id as jobId', 'version', 'commit', 'at', 'actor', 'cause'])
    .select(sql<boolean>`(retained_until is null or retained_until > now())`.as('available'))
    .where('publication.organization_id', '=', organization_id)
    .where('publication.domain', '=', name)
    .$if(cursor !== undefined, (query) => query.where('publication.id', '<', cursor ?? ''))
    .orderBy('publication.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const publications = page.map(({ id: _, at, actor, ...row }) => ({
    ...row,
    publishedAt: at.toISOString(),
    publishedBy: actor,
  }))
  return { publications, nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}
