import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { AppError } from '../app-error.ts'

interface QuotaUse {
  /** The organization or project that the quota belongs to. */
  subject: string
  name: string
  limit: number
}

/** Takes one of this hour's quota; an error when nothing is left of it. */
export async function useQuota(trx: Kysely<Tables>, use: QuotaUse): Promise<void> {
  if (!(await takeQuota(trx, use))) throw exceeded(use)
}

/**
 * Takes one of this hour's quota, in the caller's transaction: a request that fails later gives it back. The row is
 * locked until then, so of two concurrent requests exactly one gets the last. False when nothing is left.
 */
export async function takeQuota(trx: Kysely<Tables>, { subject, name, limit }: QuotaUse): Promise<boolean> {
  const { rows } = await sql<{ used: number }>`
    insert into quota (subject, name, hour, used)
    select ${subject}, ${name}, date_trunc('hour', now(), 'UTC'), 1 where ${limit}::bigint > 0
    on conflict (subject, name, hour) do update set used = quota.used + 1 where quota.used < ${limit}::bigint
    returning used`.execute(trx)
  const used = rows[0]?.used
  if (used === 1) await forgetEarlierHours(trx, subject)
  return used !== undefined
}

async function forgetEarlierHours(trx: Kysely<Tables>, subject: string): Promise<void> {
  await sql`delete from quota where subject = ${subject} and hour < now() - interval '2 hours'`.execute(trx)
}

function exceeded({ name, limit }: QuotaUse): AppError {
  const retryAfterSeconds = 3600 - (Math.floor(Date.now() / 1000) % 3600)
  return new AppError(
    'quota_exceeded',
    `All ${limit} of this hour's ${name} are used. Wait for the next hour, or ask the operator for a higher limit.`,
    { retryAfterSeconds },
  )
}
