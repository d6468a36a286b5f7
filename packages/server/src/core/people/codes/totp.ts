import { createHmac, randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepSeconds = 30
/** A clock may be off, or a code typed slowly, by one step either way. */
const window = [0, -1, 1]

/** 160 bits, the length of the hash, as RFC 4226 would have it; in base32, as apps read it. */
export function makeTotpSecret(): string {
  const bits = [...randomBytes(20)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('')
}

/** What an app takes, as a link or as a picture of it. */
export function totpUri(secret: string, email: string): string {
  return `otpauth://totp/${encodeURIComponent(`Bindery:${email}`)}?${new URLSearchParams({ secret, issuer: 'Bindery' })}`
}

/** The step whose code this is, in the time around `at`. Whether it was used before is for the caller to judge. */
export function matchTotpStep(secret: string, code: string, at = Date.now()): number | undefined {
  const now = Math.floor(at / 1000 / stepSeconds)
  const typed = code.replace(/\s/g, '')
  return window.map((shift) => now + shift).find((step) => totpCode(secret, step) === typed)
}

/** RFC 6238 with what every app speaks: SHA-1, 30 seconds, 6 digits. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
