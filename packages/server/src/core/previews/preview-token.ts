import { createHmac, timingSafeEqual } from 'node:crypto'
import { idPrefixes } from '@bindery/contract'

/** Which export an address shows, and until when. */
export interface PreviewClaim {
  exportId: string
  /** Seconds since 1970. */
  expiresAt: number
}

/**
 * 56 hexadecimal digits, so that a token is one label of a host name, of which 63 characters fit and case does not count:
 * 16 are of the export's id, 8 of the time, 32 of the signature, which nobody guesses in 2^128 attempts.
 */
const tokenForm = /^[0-9a-f]{56}$/
const claimDigits = 24

export function signPreview(key: Buffer, { exportId, expiresAt }: PreviewClaim): string {
  const claim = `${exportId.slice(idPrefixes.export.length + 1)}${expiresAt.toString(16).padStart(8, '0')}`
  return claim + signatureOf(key, claim)
}

/** Undefined for one that was not signed with this key, or whose time is over. */
export function readPreview(key: Buffer, token: string, now = Date.now()): PreviewClaim | undefined {
  if (!tokenForm.test(token)) return undefined
  const claim = token.slice(0, claimDigits)
  const [given, expected] = [token.slice(claimDigits), signatureOf(key, claim)].map((digits) => Buffer.from(digits))
  if (!given || !expected || !timingSafeEqual(given, expected)) return undefined
  const expiresAt = Number.parseInt(claim.slice(16), 16)
  return expiresAt * 1000 > now ? { exportId: `${idPrefixes.export}_${claim.slice(0, 16)}`, expiresAt } : undefined
}

function signatureOf(key: Buffer, claim: string): string {
  return createHmac('sha256', key).update(claim).digest('hex').slice(0, 32)
}
