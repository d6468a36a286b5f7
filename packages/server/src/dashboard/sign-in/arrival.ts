import { deviceDays, tokensOfABrowser } from '../../core/people/devices/remember-device.ts'
import type { Arrival, StartedSession } from '../../core/people/sessions/start-session.ts'
import { type Answer, redirect } from '../answer.ts'
import { clearCookie, readCookie, writeCookie } from '../cookies.ts'
import type { Visit } from '../visit.ts'

/** Where somebody who signs in comes from, with the session that the browser holds already. */
export function arrivalOf(visit: Visit): Arrival {
  const { c, address, requestId } = visit
  return {
    address,
    requestId,
    agent: c.req.header('user-agent') ?? null,
    earlier: readCookie(c, 'session'),
    devices: readDevices(visit),
  }
}

/** The one way in, whatever proved who it is. */
export function letIn({ secret, expiresAt, devices }: StartedSession, to: string, notice?: string): Answer {
  const seconds = Math.round((expiresAt.getTime() - Date.now()) / 1000)
  const cookies = [writeCookie('session', secret, seconds), writeDevices(devices)]
  return redirect(to, notice, [...cookies, clearCookie('signIn'), clearCookie('form')])
}

/** One token for each person who has signed in from this browser; whatever else is in the cookie is passed over. */
export function readDevices({ c }: Visit): string[] {
  const tokens = readCookie(c, 'device')?.split('.', tokensOfABrowser) ?? []
  return tokens.filter((token) => /^[\w-]{43}$/.test(token))
}

export function writeDevices(tokens: readonly string[]): string {
  return writeCookie('device', tokens.join('.'), deviceDays * 86_400)
}
