import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import type { CredentialKeys } from '../../credentials/credential-keys.ts'
import { useRecoveryCode } from '../codes/recovery-codes.ts'
import { useTotpCode } from '../codes/use-totp-code.ts'
import { forgetAttempts, forgiveAttempt } from '../passwords/count-attempt.ts'
import { type Arrival, startSession } from '../sessions/start-session.ts'
import { findCodeOwed, takeSignIn } from './pending-sign-in.ts'
import { type SignInResult, startAttempt } from './sign-in-with-password.ts'

/** The second step. Codes are counted with the passwords: a million of them are soon tried. */
export async function signInWithCode(
  db: Kysely<Tables>,
  { token, code }: { token: string; code: string },
  arrival: Arrival,
  keys: CredentialKeys | undefined,
): Promise<Exclude<SignInResult, { outcome: 'code owed' }> | { outcome: 'expired' }> {
  const owed = await findCodeOwed(db, token)
  if (!owed) return { outcome: 'expired' }
  const { personId, email, returnTo } = owed
  const attempt = await startAttempt(db, email, arrival)
  if (!(await useTotpCode(db, { personId, code }, keys))) {
    if (!(await useRecoveryCode(db, { personId, code }))) return { outcome: 'refused' }
    const actor: Actor = { name: `person:${personId}`, address: arrival.address, requestId: null }
    await recordAudit(db, actor, { organizationId: null, action: 'recovery-code.use', target: personId })
  }
  const session = await startSession(db, { personId, ...arrival }, (trx) => takeSignIn(trx, token))
  await forgiveAttempt(db, attempt)
  await forgetAttempts(db, attempt)
  return { outcome: 'signed in', session, returnTo }
}
