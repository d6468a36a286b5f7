import { totpCode } from '../../../src/core/people/codes/totp.ts'

/**
 * The codes that an app shows, and will show next for whoever has used the first. Either is taken for half a minute more at
 * least: a code of the step before is refused as soon as the step turns, which it does in the middle of a test on a slow machine.
 */
export function appCodes(secret: string): { now(): string; next(): string } {
  const codeAt = (shift: number) => totpCode(secret, Math.floor(Date.now() / 30_000) + shift)
  return { now: () => codeAt(0), next: () => codeAt(1) }
}
