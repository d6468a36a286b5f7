import { z } from 'zod'
import type { OidcSettings } from '../../core/people/sign-in/sign-in-settings.ts'
import type { OidcIdentity } from '../../core/people/sign-in/sign-in-with-oidc.ts'

/** Providers differ in what they tell and how: what is not as it should be counts as not told. */
const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  email: z.string().optional().catch(undefined),
  // Some send the word.
  email_verified: z.union([z.literal(true), z.literal('true').transform(() => true)]).catch(false as never),
  name: z.string().optional().catch(undefined),
})

const groups = z
  .union([z.array(z.string()), z.string().transform((one) => [one])])
  .optional()
  .catch(undefined)

type Claims = Record<string, unknown>

export function readIdentity(
  reported: Claims,
  { groupsClaim, trustEmail }: Pick<OidcSettings, 'groupsClaim' | 'trustEmail'>,
): OidcIdentity {
  const { iss, sub, email, email_verified, name } = claims.parse(reported)
  return {
    issuer: iss,
    subject: sub,
    email,
    emailVerified: email_verified || trustEmail,
    name,
    groups: groups.parse(reported[groupsClaim]) ?? [],
  }
}

/** The ID token says who it is; the other endpoint may say more. Its word on one address is none on another. */
export function joinClaims(token: Claims & { iss: string; sub: string }, more: Claims): Claims {
  const joined = { ...token, ...more, iss: token.iss, sub: token.sub }
  const isOther = more.email !== undefined && more.email !== token.email
  return isOther ? { ...joined, email_verified: more.email_verified } : joined
}
