import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export async function listPeople(db: Kysely<Tables>) {
  return db
    .selectFrom('person')
    .select((column) => [
      'id',
      'email',
      'name',
      'is_operator as isOperator',
      column.eb('password', 'is not', null).as('hasPassword'),
      column.eb('totp_step', 'is not', null).as('hasSecondFactor'),
      column.eb('oidc_subject', 'is not', null).as('hasProvider'),
      sql<boolean>`email_proven_at is not null`.as('hasProvenEmail'),
      sql<
        string[]
      >`array(select organization_id || ':' || role from membership where person_id = person.id order by 1)`.as(
        'memberships',
      ),
      'created_at as createdAt',
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
