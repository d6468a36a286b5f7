import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { OperatorError } from '../operator-error.ts'

/** Exports of the domain stay: they belong to the project. Whoever is no operator says whose domain it must be. */
export async function removeDomain(
  db: Kysely<Tables>,
  name: string,
  actor: Actor,
  organizationId?: string,
): Promise<void> {
  const domain = name.toLowerCase()
  await db.transaction().execute(async (trx) => {
    const { organization_id } = await trx
      .deleteFrom('domain')
      .where('name', '=', domain)
      .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId ?? ''))
      .returning('organization_id')
      .executeTakeFirstOrThrow(() => new OperatorError(`There is no domain ${domain}.`))
    await recordAudit(trx, actor, { organizationId: organization_id, action: 'domain.remove', target: domain })
  })
}
