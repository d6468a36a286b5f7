import { randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { hashToken } from '../token.ts'
import { isSetUp } from './is-set-up.ts'

/** No letter that another one or a digit could be taken for. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const groups = 4
const letters = 5

/**
 * While there is nobody, whoever reads the server's output may become the first person. Every process may print a
 * code of its own: all hold, for a day, until one is used.
 */
export async function offerSetupCode(db: Kysely<Tables>): Promise<string | null> {
  if (await isSetUp(db)) return null
  const code = makeCode()
  await db.deleteFrom('setup_code').where('expires_at', '<', sql<Date>`now()`).execute()
  const expires_at = sql<Date>`now() + interval '1 day'`
  await db
    .insertInto('setup_code')
    .values({ hash: hashSetupCode(code), expires_at })
    .execute()
  return code
}

/** However it is typed off. */
export function hashSetupCode(code: string): Buffer {
  return hashToken(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
}

/** 98 bits: nobody guesses it, so guesses need not be counted. */
function makeCode(): string {
  const letter = () => alphabet.charAt(randomInt(alphabet.length))
  const group = () => Array.from({ length: letters }, letter).join('')
  return Array.from({ length: groups }, group).join('-')
}
