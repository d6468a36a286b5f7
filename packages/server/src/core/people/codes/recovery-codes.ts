import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { OperatorError } from '../../operator-error.ts'
import { expectPassword } from '../passwords/expect-password.ts'
import { hashToken } from '../token.ts'

const howMany = 10
/** No letters that people take for each other: I, L, O and U are missing. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** New ones in place of all that there were. They are seen here and nowhere again. */
export async function makeRecoveryCodes(trx: Transaction<Tables>, personId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, makeCode)
  await forgetRecoveryCodes(trx, personId)
  await trx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ person_id: personId, hash: hashCode(code) })))
    .execute()
  return codes
}

/** The password is asked for: a browser left open must not be enough. */
export async function renewRecoveryCodes(
  db: Kysely<Tables>,
  { personId, password }: { personId: string; password: string },
  actor: Actor,
): Promise<string[]> {
  await expectPassword(db, { personId, password }, actor)
  return db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('person')
      .select('id')
      .where('id', '=', personId)
      .where('totp_step', 'is not', null)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new OperatorError('Turn on two-factor authentication first.'))
    await recordAudit(trx, actor, { organizationId: null, action: 'recovery-codes.renew', target: personId })
    return makeRecoveryCodes(trx, personId)
  })
}

/** Whether it was one of theirs. It is taken in one statement: of two uses at once, one counts. */
export async function useRecoveryCode(
  db: Kysely<Tables>,
  { personId, code }: { personId: string; code: string },
): Promise<boolean> {
  const used = await db
    .deleteFrom('recovery_code')
    .where('person_id', '=', personId)
    .where('hash', '=', hashCode(code))
    .returning('person_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function countRecoveryCodes(db: Kysely<Tables>, personId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return Number(left)
}

export async function forgetRecoveryCodes(db: Kysely<Tables>, personId: string): Promise<void> {
  await db.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
}

/** 80 bits, which need neither salt nor slowness to be kept as a hash: `k3md-90zt-…`. */
function makeCode(): string {
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length])
  return (letters.join('').match(/.{4}/g) ?? []).join('-')
}

/** As people type it: with or without the dashes, in either case. */
function hashCode(code: string): Buffer {
  return hashToken(code.toLowerCase().replace(/[\s-]/g, ''))
}
