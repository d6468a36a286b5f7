import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { AppError } from '../../app-error.ts'

/** An agent works for minutes, so a try every second would be in vain. */
const retrySeconds = 30

/** Throws at `limit` active agent jobs. Locks the organization, so that of two requests only one takes the last place. */
export async function expectRoom(trx: Transaction<Tables>, organizationId: string, limit: number): Promise<void> {
  await sql`select from organization where id = ${organizationId} for no key update`.execute(trx)
  const { active } = await trx
    .selectFrom('agent_job')
    .select(({ fn }) => fn.countAll<string>().as('active'))
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  if (Number(active) < limit) return
  throw new AppError(
    'too_many_active',
    `This organization has ${active} active agent jobs and may have ${limit}. Wait until one has ended, or cancel one.`,
    { retryAfterSeconds: retrySeconds },
  )
}
