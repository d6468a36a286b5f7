import { hash, randomBytes } from 'node:crypto'

/** For cookies and links: 256 random bits, which need neither salt nor slowness to be kept as a hash. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
