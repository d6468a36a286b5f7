import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { operator } from '../../../src/core/audit/record-audit.ts'
import { makeId } from '../../../src/core/make-id.ts'
import { createOrganization } from '../../../src/core/organizations/create-organization.ts'
import { hashPassword } from '../../../src/core/people/passwords/hash-password.ts'
import type { Role, Tables } from '../../../src/db/tables.ts'

interface PlantedPerson {
  name?: string
  password?: string
  isOperator?: boolean
  hasProvenEmail?: boolean
  memberships?: Record<string, Role>
}

/** For tests: somebody with an address of their own, and a place in each organization that is named. */
export async function plantPerson(
  db: Kysely<Tables>,
  { name = 'Ada Lovelace', password, isOperator = false, hasProvenEmail = false, memberships = {} }: PlantedPerson = {},
): Promise<{ id: string; email: string }> {
  const id = makeId('person')
  const email = `${randomBytes(6).toString('hex')}@example.com`
  await db
    .insertInto('person')
    .values({
      id,
      email,
      name,
      password: password ? await hashPassword(password) : null,
      is_operator: isOperator,
      email_proven_at: hasProvenEmail ? new Date() : null,
    })
    .execute()
  for (const [organization_id, role] of Object.entries(memberships)) {
    await db.insertInto('membership').values({ person_id: id, organization_id, role }).execute()
  }
  return { id, email }
}

export async function plantOrganization(db: Kysely<Tables>, name = 'Acme'): Promise<string> {
  return (await createOrganization(db, { name, plan: 'enterprise', domainMode: 'verified' }, operator)).id
}
