import type { Transaction } from 'kysely'
import type { Role, Tables } from '../../../db/tables.ts'
import { OperatorError } from '../../operator-error.ts'

export interface HeldMember {
  id: string
  name: string
  role: Role
  fromGroup: boolean
}

/** Takes the organization's members one change at a time, so that two admins cannot demote each other at once. */
export async function holdMember(
  trx: Transaction<Tables>,
  organizationId: string,
  personId: string,
): Promise<HeldMember> {
  await trx.selectFrom('organization').select('id').where('id', '=', organizationId).forNoKeyUpdate().execute()
  return trx
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select(['person.id', 'person.name', 'role', 'from_group as fromGroup'])
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow(() => new OperatorError('This person is no member any more. Reload the list.'))
}

export async function expectAnotherAdmin(
  trx: Transaction<Tables>,
  organizationId: string,
  { id, name }: HeldMember,
): Promise<void> {
  const other = await trx
    .selectFrom('membership')
    .select('person_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'admin')
    .where('person_id', '!=', id)
    .executeTakeFirst()
  if (!other) throw new OperatorError(`${name} is the last admin. Make somebody else an admin first.`)
}
