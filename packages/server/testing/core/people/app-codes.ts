import type { Kysely } from 'kysely'
import { operator } from '../../../src/core/audit/record-audit.ts'
import type { CredentialKeys } from '../../../src/core/credentials/credential-keys.ts'
import { confirmTotp, offerTotp } from '../../../src/core/people/codes/enroll-totp.ts'
import { totpCode } from '../../../src/core/people/codes/totp.ts'
import type { Tables } from '../../../src/db/tables.ts'

/**
 * The codes that an app shows, and will show next for whoever has used the first. Either is taken for half a minute more at
 * least: a code of the step before is refused as soon as the step turns, which it does in the middle of a test on a slow machine.
 */
export function appCodes(secret: string): { now(): string; next(): string } {
  const codeAt = (shift: number) => totpCode(secret, Math.floor(Date.now() / 30_000) + shift)
  return { now: () => codeAt(0), next: () => codeAt(1) }
}

/** Turns on the second factor of a person, as the account page does it. `used` is the code that was given. */
export async function turnOnCodes(
  db: Kysely<Tables>,
  { personId, password }: { personId: string; password: string },
  keys: CredentialKeys,
) {
  const enrollment = { personId, sessionId: 'session' }
  const { secret, offer } = await offerTotp(db, { ...enrollment, password }, operator, keys)
  const codes = appCodes(secret)
  const used = codes.now()
  await confirmTotp(db, { ...enrollment, offer, code: used }, operator, keys)
  return { codes, used }
}
