import type { KeyRow } from '../../db/statements/key-row.ts'
import { AppError } from '../app-error.ts'

/** What is judged of a key of any kind. */
export type Verifiable = Pick<KeyRow, 'revoked' | 'expired'>

/** Whether the key that was found may still be used at all. Where, and for what, is judged later. */
export function verifyKey<Found extends { key: Verifiable }>(found: Found | undefined): Found {
  if (!found) throw invalidKey()
  if (found.key.revoked) throw new AppError('revoked_key', 'This API key was revoked. Use another one.')
  if (found.key.expired) throw new AppError('expired_key', 'This API key has expired. Make or rotate one and use that.')
  return found
}

export function invalidKey(): AppError {
  return new AppError('invalid_key', 'This API key is not known. Check that it was copied whole.')
}
