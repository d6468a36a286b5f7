import { sql, type Transaction } from 'kysely'
import type { Role, Tables } from '../../../db/tables.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { type GroupRule, rolesOf } from './group-rules.ts'

interface Groups {
  personId: string
  groups: readonly string[]
  rules: readonly GroupRule[]
}

interface Change {
  organizationId: string
  role: Role
}

/** Sets what groups give, takes away what they gave before, and leaves alone what an admin has given by hand. */
export async function applyGroups(
  trx: Transaction<Tables>,
  { personId, groups, rules }: Groups,
  actor: Actor,
): Promise<void> {
  const roles = rolesOf(groups, rules)
  const [ids, given] = [[...roles.keys()], [...roles.values()]]
  const removed = await sql<Change>`
    delete from membership where person_id = ${personId} and from_group and organization_id <> all(${ids}::text[])
    returning organization_id as "organizationId", role`.execute(trx)
  // An organization that is named in the configuration may have been deleted since: the join passes over it.
  const set = await sql<Change>`
    insert into membership (person_id, organization_id, role, from_group)
    select ${personId}, organization.id, wanted.role, true
    from unnest(${ids}::text[], ${given}::text[]) as wanted (id, role) join organization using (id)
    on conflict (person_id, organization_id) do update set role = excluded.role
      where membership.from_group and membership.role <> excluded.role
    returning organization_id as "organizationId", role`.execute(trx)
  for (const { organizationId } of removed.rows) {
    await recordAudit(trx, actor, { organizationId, action: 'member.group-remove', target: personId })
  }
  for (const { organizationId, role } of set.rows) {
    await recordAudit(trx, actor, { organizationId, action: `member.group-make-${role}`, target: personId })
  }
}
