import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import type { CredentialKeys } from '../../credentials/credential-keys.ts'
import { openCredential } from '../../credentials/open-credential.ts'
import { sealCredential } from '../../credentials/seal-credential.ts'
import { OperatorError } from '../../operator-error.ts'
import { expectPassword } from '../passwords/expect-password.ts'
import { forgetRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'
import { makeTotpSecret } from './totp.ts'
import { useTotpCode } from './use-totp-code.ts'

/** A secret that is kept but asks for nothing yet: `totp_step` is empty until a first code has shown that the app has it. */
export async function offerTotp(
  db: Kysely<Tables>,
  personId: string,
  keys: CredentialKeys | undefined,
): Promise<{ secret: string }> {
  if (!keys) {
    throw new OperatorError(
      'Codes need a key that keeps their secrets encrypted, and this installation has none. Ask the operator to set BINDERY_CREDENTIAL_KEY.',
    )
  }
  const secret = makeTotpSecret()
  await db
    .updateTable('person')
    .set({ totp_secret: sealCredential({ secret }, personId, keys) })
    .where('id', '=', personId)
    .where('totp_step', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow(() => new OperatorError('Codes are on already. Turn them off first to use another app.'))
  return { secret }
}

/** The secret that was offered and not confirmed yet; one that is on is never shown again. */
export async function readOfferedTotp(
  db: Kysely<Tables>,
  personId: string,
  keys: CredentialKeys | undefined,
): Promise<{ secret: string } | undefined> {
  const person = await db
    .selectFrom('person')
    .select('totp_secret')
    .where('id', '=', personId)
    .where('totp_step', 'is', null)
    .executeTakeFirst()
  return keys && person?.totp_secret ? openCredential(person.totp_secret, personId, keys) : undefined
}

/** From here on a sign-in with the password asks for a code too. Gives what replaces one when the app is lost. */
export async function confirmTotp(
  db: Kysely<Tables>,
  { personId, code }: { personId: string; code: string },
  actor: Actor,
  keys: CredentialKeys | undefined,
): Promise<{ recoveryCodes: string[] }> {
  return db.transaction().execute(async (trx) => {
    if (!(await useTotpCode(trx, { personId, code }, keys))) {
      throw new OperatorError(
        'This code is not right. Check the clock of your phone and type the code that it shows now.',
      )
    }
    await recordAudit(trx, actor, { organizationId: null, action: 'totp.on', target: personId })
    return { recoveryCodes: await makeRecoveryCodes(trx, personId) }
  })
}

/** The password is asked for: a browser left open must not be enough. */
export async function turnOffTotp(
  db: Kysely<Tables>,
  { personId, password }: { personId: string; password: string },
  actor: Actor,
): Promise<void> {
  await expectPassword(db, personId, password)
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('person').set({ totp_secret: null, totp_step: null }).where('id', '=', personId).execute()
    await forgetRecoveryCodes(trx, personId)
    await recordAudit(trx, actor, { organizationId: null, action: 'totp.off', target: personId })
  })
}
