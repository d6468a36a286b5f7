import { hash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { AppError } from '../app-error.ts'

interface IdempotentRequest {
  organizationId: string
  /** The caller's Idempotency-Key; without one the work is simply done. */
  key: string | undefined
  operation: string
  /** As parsed: the order of its fields and its spaces do not matter. */
  body: unknown
}

/**
 * Does the work once for each key, in the caller's transaction: the answer is stored with the work, so either both are
 * there or neither. Refusals are not stored: the same key may try again.
 */
export async function oncePerKey<Answer extends object>(
  trx: Transaction<Tables>,
  request: IdempotentRequest,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const { organizationId, key, operation } = request
  if (key === undefined) return { answer: await work(), replayed: false }
  await lockKey(trx, organizationId, key)
  const bodyHash = hash('sha256', JSON.stringify(request.body), 'buffer')
  const first = await readFirst(trx, organizationId, key)
  if (first) {
    if (first.operation !== operation || !first.body_hash.equals(bodyHash)) throw mismatch()
    return { answer: first.answer as Answer, replayed: true }
  }
  const answer = await work()
  await storeAnswer(trx, { organization_id: organizationId, key, operation, body_hash: bodyHash, answer })
  return { answer, replayed: false }
}

/** Held to the end of the transaction; a second request does not queue behind the first, it is told to come back. */
async function lockKey(trx: Transaction<Tables>, organizationId: string, key: string): Promise<void> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${organizationId} ${key}`}, 0)) as locked`.execute(trx)
  if (rows[0]?.locked) return
  throw new AppError(
    'idempotency_in_flight',
    'A request with this Idempotency-Key is still being answered. Send it again in a moment for the same answer.',
    { retryAfterSeconds: 1 },
  )
}

async function readFirst(trx: Transaction<Tables>, organizationId: string, key: string) {
  return trx
    .selectFrom('idempotency')
    .select(['operation', 'body_hash', 'answer'])
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst()
}

interface StoredAnswer {
  organization_id: string
  key: string
  operation: string
  body_hash: Buffer
  answer: object
}

async function storeAnswer(trx: Transaction<Tables>, stored: StoredAnswer): Promise<void> {
  await sql`
    insert into idempotency (organization_id, key, operation, body_hash, answer)
    values (${stored.organization_id}, ${stored.key}, ${stored.operation}, ${stored.body_hash}, ${JSON.stringify(stored.answer)})
    on conflict (organization_id, key) do update
    set operation = excluded.operation, body_hash = excluded.body_hash, answer = excluded.answer, created_at = now()
  `.execute(trx)
  await forgetOld(trx)
}

/** Each new key takes up to ten outdated ones with it, so the table holds about a day's keys without a janitor. */
async function forgetOld(trx: Transaction<Tables>): Promise<void> {
  await sql`
    delete from idempotency where (organization_id, key) in (
      select organization_id, key from idempotency where created_at < now() - interval '25 hours'
      order by created_at limit 10 for update skip locked)`.execute(trx)
}

function mismatch(): AppError {
  return new AppError(
    'idempotency_mismatch',
    'This Idempotency-Key was used with another request. Use a new key for a new request.',
  )
}
