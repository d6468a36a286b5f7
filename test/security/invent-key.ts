import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Well-formed as the contract says: `bnd_`, 30 characters of 62, and six more of the CRC32 of all these. */
export function inventKey(): string {
  const body = `bnd_${Array.from({ length: 30 }, () => ALPHABET[randomInt(62)]).join('')}`
  const checksum = Array.from({ length: 6 }, (_, place) => ALPHABET[Math.floor(crc32(body) / 62 ** (5 - place)) % 62])
  return body + checksum.join('')
}
