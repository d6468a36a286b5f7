import { z } from 'zod'
import type { OidcIdentity } from '../../core/people/sign-in-with-oidc.ts'

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

export function readIdentity(told: Record<string, unknown>, groupsClaim: string): OidcIdentity {
  const { iss, sub, email, email_verified, name } = claims.parse(told)
  return {
    issuer: iss,
    subject: sub,
    email,
    emailVerified: email_verified,
    name,
    groups: groups.parse(told[groupsClaim]) ?? [],
  }
}
