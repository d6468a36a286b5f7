import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'bnd_'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 30
const checksumLength = 6
const bodyLength = prefix.length + secretLength
const shape = /^bnd_[0-9A-Za-z]{36}$/
const keyWithin = /bnd_[0-9A-Za-z]{36}/

/** 30 characters of 62 are 178 bits; the checksum lets a typo or a scanner's guess end without a query. */
export function makeKey(): string {
  let key = prefix
  for (let i = 0; i < secretLength; i++) key += alphabet[randomInt(alphabet.length)]
  return key + checksumOf(key)
}

export function isWellFormed(key: string): boolean {
  return shape.test(key) && key.endsWith(checksumOf(key.slice(0, bodyLength)))
}

/** Text that holds a key, put there by mistake: it is neither kept nor repeated. */
export function holdsKey(text: string): boolean {
  return keyWithin.test(text)
}

/** A key has 178 random bits of its own, so a plain hash needs no salt and no slowness. */
export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}

/** What lists show: enough to tell keys apart, too little to guess the rest. */
export function displayPrefix(key: string): string {
  return key.slice(0, prefix.length + 6)
}

function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < checksumLength; i++) {
    digits = alphabet[rest % alphabet.length] + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
