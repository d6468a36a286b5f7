import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { CredentialKeys } from '../credentials/credential-keys.ts'
import { openCredential } from '../credentials/open-credential.ts'
import { matchTotpStep } from './totp.ts'

/** Whether the code is right and new. Its step is taken in one conditional write: of two uses at once, one counts. */
export async function useTotpCode(
  db: Kysely<Tables>,
  { personId, code }: { personId: string; code: string },
  keys: CredentialKeys | undefined,
): Promise<boolean> {
  const person = await db.selectFrom('person').select('totp_secret').where('id', '=', personId).executeTakeFirst()
  if (!person?.totp_secret) return false
  if (!keys) throw new Error('A code cannot be checked: BINDERY_CREDENTIAL_KEY is no longer set.')
  const step = matchTotpStep(openCredential(person.totp_secret, personId, keys).secret, code)
  if (step === undefined) return false
  const used = await db
    .updateTable('person')
    .set({ totp_step: step })
    .where('id', '=', personId)
    .where('totp_secret', '=', person.totp_secret)
    .where((is) => is.or([is('totp_step', 'is', null), is('totp_step', '<', String(step))]))
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
