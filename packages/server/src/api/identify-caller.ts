import { AppError } from '../core/app-error.ts'
import { hashKey, isWellFormed } from '../core/keys/key-format.ts'
import { networkOf } from '../core/keys/network-of.ts'
import { invalidKey, type Verifiable, verifyKey } from '../core/keys/verify-key.ts'
import type { RateLimiter } from '../http/rate-limiter.ts'
import type { Exchange } from './exchange.ts'

const bearer = /^Bearer +([^\s]+) *$/i

interface Limiters {
  /** Of requests, by key. */
  requests: RateLimiter
  /** Of failed authentications, by address. */
  failures: RateLimiter
  failuresPerMinute: number
}

/**
 * Whose key it is: 401 unless it is known and alive. A typo or a guess fails its checksum and costs no query. An address
 * that failed too often may only use keys that worked here a moment ago, so that guessing ends without locking out
 * whoever shares the address.
 */
export async function identifyCaller<Found extends { key: Verifiable }>(
  { requests, failures, failuresPerMinute }: Limiters,
  exchange: Exchange,
  find: (hash: Buffer, exchange: Exchange) => Promise<Found | undefined>,
): Promise<{ found: Found; hash: Buffer }> {
  const key = readBearer(exchange)
  const hash = hashKey(key)
  if (exchange.rate.remaining === 0 && !requests.knows(hash.toString('latin1'))) throw tooManyFailures(exchange)
  try {
    if (!isWellFormed(key)) throw invalidKey()
    return { found: verifyKey(await find(hash, exchange)), hash }
  } catch (error) {
    if (error instanceof AppError) exchange.rate = failures.take(networkOf(exchange.address), failuresPerMinute)
    throw error
  }
}

function readBearer({ c }: Exchange): string {
  const header = c.req.header('authorization')
  const key = header === undefined ? undefined : bearer.exec(header)?.[1]
  if (key) return key
  throw new AppError('missing_key', 'No API key was sent. Send it as the header "Authorization: Bearer bnd_…".')
}

function tooManyFailures({ rate }: Exchange): AppError {
  return new AppError(
    'too_many_failures',
    'Too many requests from this address failed to authenticate. Wait a minute, and check the key.',
    { retryAfterSeconds: rate.resetSeconds },
  )
}
