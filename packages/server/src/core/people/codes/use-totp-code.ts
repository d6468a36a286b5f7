import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { CredentialKeys } from '../../credentials/credential-keys.ts'
import { openCredential } from '../../credentials/open-credential.ts'
import { matchTotpStep } from './totp.ts'

interface GivenCode {
  personId: string
  code: string
}

/** Whether the code is right and new. Its step is taken in one conditional write: of two uses at once, one counts. */
export async function useTotpCode(
  db: Kysely<Tables>,
  given: GivenCode,
  keys: CredentialKeys | undefined,
): Promise<boolean> {
  const sealed = await readSecret(db, given.personId)
  if (!sealed) return false
  if (await takeStep(db, given, sealed, keys)) return true
  // The operator may have sealed the secret anew between the two statements: it is the same one, in other bytes.
  const now = await readSecret(db, given.personId)
  return now !== null && !now.equals(sealed) && takeStep(db, given, now, keys)
}

async function readSecret(db: Kysely<Tables>, personId: string): Promise<Buffer | null> {
  const person = await db.selectFrom('person').select('totp_secret').where('id', '=', personId).executeTakeFirst()
  return person?.totp_secret ?? null
}

async function takeStep(
  db: Kysely<Tables>,
  { personId, code }: GivenCode,
  sealed: Buffer,
  keys: CredentialKeys | undefined,
): Promise<boolean> {
  if (!keys) throw new Error('A code cannot be checked: BINDERY_CREDENTIAL_KEY is no longer set.')
  const step = matchTotpStep(openCredential(sealed, personId, keys).secret, code)
  if (step === undefined) return false
  const used = await db
    .updateTable('person')
    .set({ totp_step: step })
    .where('id', '=', personId)
    .where('totp_secret', '=', sealed)
    .where('totp_step', '<', String(step))
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
