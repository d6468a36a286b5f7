import { hash, timingSafeEqual } from 'node:crypto'
import type { ApiContext } from '../http/client-address.ts'

/** `__Host-`: only this host, only over TLS (or on the machine itself), for every path, never set by a sub-domain. */
const names = {
  session: '__Host-bindery-session',
  /** For forms of people who have not signed in yet. */
  form: '__Host-bindery-form',
  signIn: '__Host-bindery-sign-in',
  /** Stays when somebody signs out: the browser is one that they have used. */
  device: '__Host-bindery-device',
  notice: '__Host-bindery-notice',
  theme: '__Host-bindery-theme',
} as const

export type CookieName = keyof typeof names

export function readCookie(c: ApiContext, name: CookieName): string | undefined {
  const expected = `${names[name]}=`
  for (const pair of c.req.header('cookie')?.split(/; */) ?? []) {
    if (pair.startsWith(expected) && pair.length > expected.length) return pair.slice(expected.length)
  }
}

/** Without a time it lasts as long as the browser. */
export function writeCookie(name: CookieName, value: string, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  return `${names[name]}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax${age}`
}

export const clearCookie = (name: CookieName): string => writeCookie(name, '', 0)

/** Bound to a secret that only this browser holds, so nobody else can make it. */
export function csrfOf(secret: string): string {
  return hash('sha256', `csrf ${secret}`, 'base64url')
}

export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
