import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { OperatorError } from '../operator-error.ts'
import { type Limits, limitFor } from './limits.ts'

/** Limits on the number of rows that an organization has, and their tables. */
const tables = { domains: 'domain', projects: 'project' } as const

export type CountLimits = Pick<Limits, keyof typeof tables>

/**
 * Throws if the organization has as many as it may have. Holds the organization's row until the transaction ends: of two
 * additions at the same time exactly one gets the last place.
 */
export async function expectBelowLimit(
  trx: Transaction<Tables>,
  organizationId: string,
  name: keyof CountLimits,
  limits: CountLimits,
): Promise<void> {
  const organization = await trx
    .selectFrom('organization')
    .select(['name', 'limits'])
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const limit = limitFor(name, limits, organization.limits)
  const { count } = await trx
    .selectFrom(tables[name])
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (Number(count) < limit) return
  throw new OperatorError(
    `${organization.name} has ${Number(count).toLocaleString('en')} ${name}, and its limit \`${name}\` is ${limit.toLocaleString('en')}. Remove one, or ask the operator to raise the limit with \`admin organization set-limit ${organizationId} ${name}\`.`,
  )
}
