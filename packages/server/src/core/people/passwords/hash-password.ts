import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/**
 * OWASP's first choice for argon2id: 19 MiB, two passes, one lane. 100 ms on a busy core of ours, on a thread of the
 * pool, so that four sign-ins at once hold 76 MiB and block nobody's polls.
 */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagBytes = 32
const notation = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Stands in for the hash of somebody who has none: nobody knows what it is the hash of. */
const unmatchable = write(cost, randomBytes(16), randomBytes(tagBytes))

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  return write(cost, nonce, await tagOf(password, nonce, cost))
}

/** Costs the same for a person who is unknown or has no password, so that the time tells nothing. */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const { nonce, tag, ...settings } = read(stored ?? unmatchable)
  const same = timingSafeEqual(await tagOf(password, nonce, settings), tag)
  return same && stored != null
}

// In code units; new ones have up to 256 characters.
const longest = 1024

/**
 * The same letters typed on another keyboard may be other code points. What is longer than any password is wrong however
 * it is written, and putting 30,000 accents in order would take 300 ms.
 */
async function tagOf(password: string, nonce: Buffer, settings: typeof cost): Promise<Buffer> {
  const message = password.length > longest ? password : password.normalize('NFKC')
  return derive('argon2id', { message, nonce, tagLength: tagBytes, ...settings })
}

function write({ memory, passes, parallelism }: typeof cost, nonce: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`
}

/** With the cost of its own day, so that a higher one later locks nobody out. */
function read(stored: string) {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = notation.exec(stored) ?? []
  if (memory === undefined) throw new Error('A stored password is not in our notation.')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
