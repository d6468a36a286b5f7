import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { hashToken, makeToken } from '../token.ts'

/** As long as a browser keeps a cookie that is set anew at each sign-in. */
export const deviceDays = 365
/** People who share a browser each have a token in its cookie. */
export const tokensOfABrowser = 5
const devicesOfAPerson = 20

/**
 * Gives the browser a new token for this person and forgets the one that it had, so that a copy of it ends here. Tokens
 * of others who use the browser stay. Returns what its cookie holds from now on.
 */
export async function rememberDevice(
  trx: Kysely<Tables>,
  personId: string,
  tokens: readonly string[],
): Promise<string[]> {
  const replaced = await trx
    .deleteFrom('device')
    .where('person_id', '=', personId)
    .where('hash', '=', sql<Buffer>`any(${tokens.map(hashToken)}::bytea[])`)
    .returning('hash')
    .execute()
  const token = makeToken()
  await trx
    .insertInto('device')
    .values({
      hash: hashToken(token),
      person_id: personId,
      expires_at: sql<Date>`now() + make_interval(days => ${deviceDays})`,
    })
    .execute()
  await forgetOldest(trx, personId)
  const others = tokens.filter((other) => !replaced.some(({ hash }) => hash.equals(hashToken(other))))
  return [token, ...others].slice(0, tokensOfABrowser)
}

async function forgetOldest(trx: Kysely<Tables>, personId: string): Promise<void> {
  await sql`
    delete from device where hash in (
      select hash from device where person_id = ${personId} order by created_at desc offset ${devicesOfAPerson})`.execute(
    trx,
  )
}
