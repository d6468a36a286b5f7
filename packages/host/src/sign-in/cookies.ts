import type { HostRequest } from '../serve/handle-request.ts'

/** Of this name alone and over TLS alone: no other site, not even of the same domain, can set or read them. */
export const sessionCookie = '__Host-bindery-reader'
export const pendingCookie = '__Host-bindery-reader-pending'

export function readCookie({ headers }: HostRequest, name: string): string | undefined {
  const found = headers.cookie?.split(';').filter((pair) => pair.trimStart().startsWith(`${name}=`)) ?? []
  // Of two nobody can say which one is ours.
  return found.length === 1 ? found[0]?.trim().slice(name.length + 1) : undefined
}

export function writeCookie(name: string, value: string, seconds: number): string {
  return `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; Secure; SameSite=Lax`
}
