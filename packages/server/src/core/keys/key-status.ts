import type { ListedKey } from './list-keys.ts'

export type KeyStatus = 'live' | 'expiring' | 'expired' | 'revoked'

const weekMs = 7 * 86_400_000

/** In its last week a key is `expiring`: time enough to rotate it. */
export function keyStatus(
  { revokedAt, expiresAt }: Pick<ListedKey, 'revokedAt' | 'expiresAt'>,
  now: number,
): KeyStatus {
  if (revokedAt) return 'revoked'
  if (!expiresAt) return 'live'
  const left = expiresAt.getTime() - now
  if (left <= 0) return 'expired'
  return left <= weekMs ? 'expiring' : 'live'
}
