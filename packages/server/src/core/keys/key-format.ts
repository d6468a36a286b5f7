import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'bnd_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 30
const CHECKSUM_LENGTH = 6
const BODY_LENGTH = PREFIX.length + SECRET_LENGTH
const SHAPE = /^bnd_[0-9A-Za-z]{36}$/
const KEY_WITHIN = /bnd_[0-9A-Za-z]{36}/

/** 30 characters of 62 are 178 bits; the checksum lets a typo or a scanner's guess end without a query. */
export function makeKey(): string {
  let key = PREFIX
  for (let i = 0; i < SECRET_LENGTH; i++) key += ALPHABET[randomInt(ALPHABET.length)]
  return key + checksumOf(key)
}

export function isWellFormed(key: string): boolean {
  return SHAPE.test(key) && key.endsWith(checksumOf(key.slice(0, BODY_LENGTH)))
}

/** Text that holds a key, put there by mistake: it is neither kept nor repeated. */
export function holdsKey(text: string): boolean {
  return KEY_WITHIN.test(text)
}

/** A key has 178 random bits of its own, so a plain hash needs no salt and no slowness. */
export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** What lists show: enough to tell keys apart, too little to guess the rest. */
export function displayPrefix(key: string): string {
  return key.slice(0, PREFIX.length + 6)
}

function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
