import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import type { CredentialKeys } from '../../credentials/credential-keys.ts'
import { openCredential } from '../../credentials/open-credential.ts'
import { sealCredential } from '../../credentials/seal-credential.ts'
import { OperatorError } from '../../operator-error.ts'
import { countAttempt, forgetAttempts } from '../passwords/count-attempt.ts'
import { expectPassword } from '../passwords/expect-password.ts'
import { forgetRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'
import { makeTotpSecret, matchTotpStep } from './totp.ts'

/** Minutes within which an offered secret must be confirmed. */
const offerMinutes = 10

/** Whose second factor is turned on, and in which session. */
interface Enrollment {
  personId: string
  sessionId: string
}

interface TotpOffer {
  secret: string
  /** The secret sealed for this session. The form that confirms it carries it, so nothing is stored before that. */
  offer: string
}

/** A new secret for an authenticator app. A stolen session must not be enough, hence the password. */
export async function offerTotp(
  db: Kysely<Tables>,
  { personId, sessionId, password }: Enrollment & { password: string },
  actor: Actor,
  keys: CredentialKeys | undefined,
): Promise<TotpOffer> {
  const current = expectKeys(keys)
  await expectPassword(db, { personId, password }, actor)
  const person = await db.selectFrom('person').select('totp_step').where('id', '=', personId).executeTakeFirst()
  if (person?.totp_step != null) throw alreadyOn()
  const secret = makeTotpSecret()
  const sealed = { secret, until: Date.now() + offerMinutes * 60_000 }
  return { secret, offer: sealCredential(sealed, ownerOf({ personId, sessionId }), current).toString('base64url') }
}

function expectKeys(keys: CredentialKeys | undefined): CredentialKeys {
  if (keys) return keys
  throw new OperatorError(
    'Codes need a key that keeps their secrets encrypted, and this installation has none. Ask the operator to set BINDERY_CREDENTIAL_KEY.',
  )
}

const alreadyOn = () => new OperatorError('Codes are on already. Turn them off first to use another app.')

/** The secret of an offer, or undefined: it was made in another session, or more than ten minutes ago. */
export function readTotpOffer(
  offer: string,
  enrollment: Enrollment,
  keys: CredentialKeys | undefined,
): string | undefined {
  if (!keys) return undefined
  try {
    const sealed = Buffer.from(offer, 'base64url')
    const { secret, until } = openCredential<{ secret: string; until: number }>(sealed, ownerOf(enrollment), keys)
    return until > Date.now() ? secret : undefined
  } catch {
    return undefined
  }
}

const ownerOf = ({ personId, sessionId }: Enrollment) => `${personId} ${sessionId}`

interface Confirmation extends Enrollment {
  offer: string
  code: string
}

/** From here on a sign-in with the password asks for a code too. Returns what replaces a code when the app is lost. */
export async function confirmTotp(
  db: Kysely<Tables>,
  { offer, code, ...enrollment }: Confirmation,
  actor: Actor,
  keys: CredentialKeys | undefined,
): Promise<{ recoveryCodes: string[] }> {
  const { personId } = enrollment
  const secret = readTotpOffer(offer, enrollment, keys)
  if (secret === undefined) {
    throw new OperatorError('This key for your app is no longer valid. Turn on two-factor authentication again.')
  }
  await countAttempt(db, { personId }, actor)
  const step = matchTotpStep(secret, code)
  if (step === undefined) {
    throw new OperatorError(
      'This code is not right. Check the clock of your phone and type the code that it shows now.',
    )
  }
  const recoveryCodes = await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('person')
      .set({ totp_secret: sealCredential({ secret }, personId, expectKeys(keys)), totp_step: step })
      .where('id', '=', personId)
      .where('totp_step', 'is', null)
      .where('password', 'is not', null)
      .returning('id')
      .executeTakeFirstOrThrow(alreadyOn)
    await recordAudit(trx, actor, { organizationId: null, action: 'totp.on', target: personId })
    return makeRecoveryCodes(trx, personId)
  })
  await forgetAttempts(db, { personId })
  return { recoveryCodes }
}

/** The password is asked for: a browser left open must not be enough. */
export async function turnOffTotp(
  db: Kysely<Tables>,
  { personId, password }: { personId: string; password: string },
  actor: Actor,
): Promise<void> {
  await expectPassword(db, { personId, password }, actor)
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('person').set({ totp_secret: null, totp_step: null }).where('id', '=', personId).execute()
    await forgetRecoveryCodes(trx, personId)
    await recordAudit(trx, actor, { organizationId: null, action: 'totp.off', target: personId })
  })
}
