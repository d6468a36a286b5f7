import { hash } from 'node:crypto'

/** A secret as one can look for it without knowing it. */
export interface Fingerprint {
  /** In bytes. */
  length: number
  /** Of its bytes, counted as `findFingerprint` does while it moves on. */
  rolling: number
  sha256: string
}

// As short a secret would be found in any text, and could be guessed from its digest.
const shortest = 8
const base = 0x01000193

export function fingerprintOf(secret: string | undefined): Fingerprint | undefined {
  if (secret === undefined || secret.length < shortest) return undefined
  const bytes = Buffer.from(secret).toString('latin1')
  return { length: bytes.length, rolling: rollOver(bytes, bytes.length), sha256: digest(bytes) }
}

/** Where it stands in a text in Latin-1: each byte is looked at once, and where the sum is right, its digest decides. */
export function findFingerprint(text: string, { length, rolling, sha256 }: Fingerprint): number[] {
  const places: number[] = []
  if (text.length < length) return places
  let sum = rollOver(text, length)
  const weight = power(length)
  for (let at = 0; ; at++) {
    const isFree = at >= (places.at(-1) ?? -length) + length
    if (sum === rolling && isFree && digest(text.slice(at, at + length)) === sha256) places.push(at)
    if (at + length >= text.length) return places
    sum = (Math.imul(sum, base) + text.charCodeAt(at + length) - Math.imul(text.charCodeAt(at), weight)) | 0
  }
}

function rollOver(text: string, length: number): number {
  let sum = 0
  for (let at = 0; at < length; at++) sum = (Math.imul(sum, base) + text.charCodeAt(at)) | 0
  return sum
}

function power(exponent: number): number {
  let result = 1
  for (let n = 0; n < exponent; n++) result = Math.imul(result, base)
  return result
}

function digest(text: string): string {
  return hash('sha256', Buffer.from(text, 'latin1'))
}
