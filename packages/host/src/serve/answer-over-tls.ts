import type { Shelf } from '../versions/shelf.ts'
import { type Answerer, type AnswerSettings, createAnswerer, type Question } from './answer.ts'
import type { Bodies } from './read-body.ts'

export interface TlsSettings extends AnswerSettings {
  /** What `Strict-Transport-Security` says; without it the header is not sent. */
  transportSecurity: string | undefined
}

const name = 'Strict-Transport-Security'

/**
 * TLS ends at a proxy before us, which says so in `X-Forwarded-Proto`. Anybody may say so: the header binds only the
 * browser that gets it, and a browser heeds it over TLS alone. Each kind of request has header lines of its own, made
 * once.
 */
export function createTlsAnswerer(shelf: Shelf, bodies: Bodies, settings: TlsSettings): Answerer {
  const { transportSecurity, headers } = settings
  const plain = createAnswerer(shelf, bodies, settings)
  const isTheirs = Object.keys(headers).some((one) => one.toLowerCase() === name.toLowerCase())
  if (transportSecurity === undefined || isTheirs) return plain
  const secured = createAnswerer(shelf, bodies, { ...settings, headers: { ...headers, [name]: transportSecurity } })
  return (question) => (isHttps(question) ? secured(question) : plain(question))
}

function isHttps({ headers }: Question): boolean {
  const protocol = headers['x-forwarded-proto']
  return typeof protocol === 'string' && /^\s*https\s*(?:,|$)/i.test(protocol)
}
