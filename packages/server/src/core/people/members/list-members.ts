import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'

export async function listMembers(db: Kysely<Tables>, organizationId: string) {
  return db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select((column) => [
      'person.id',
      'email',
      'name',
      'role',
      'from_group as fromGroup',
      'membership.created_at as since',
      column.eb('totp_step', 'is not', null).as('hasSecondFactor'),
      sql<boolean>`email_proven_at is not null`.as('hasProvenEmail'),
      column
        .selectFrom('session')
        .select((session) => session.fn.max('seen_at').as('seenAt'))
        .whereRef('session.person_id', '=', 'person.id')
        .as('seenAt'),
    ])
    .where('organization_id', '=', organizationId)
    .orderBy('name')
    .orderBy('person.id')
    .execute()
}

/** The keys of somebody that still open the organization: they outlive the membership, and somebody must decide. */
export async function listKeysMadeBy(db: Kysely<Tables>, organizationId: string, personId: string) {
  return db
    .selectFrom('api_key')
    .select(['id', 'name', 'prefix'])
    .where('organization_id', '=', organizationId)
    .where('created_by', '=', `person:${personId}`)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', is.fn<Date>('now'))]))
    .orderBy('created_at')
    .execute()
}
