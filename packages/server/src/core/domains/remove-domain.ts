import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Scope } from '../access/scope.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { findDomain } from './find-domain.ts'

/** Exports of the domain stay: they belong to the project. */
export async function removeDomain(db: Kysely<Tables>, scope: Scope, name: string, actor: Actor): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await findDomain(trx, scope, { name })
    await trx
      .deleteFrom('domain')
      .where('name', '=', found.name)
      .where('organization_id', '=', found.organizationId)
      .execute()
    const entry = { organizationId: found.organizationId, action: 'domain.remove', target: found.name }
    await recordAudit(trx, actor, entry)
  })
}
