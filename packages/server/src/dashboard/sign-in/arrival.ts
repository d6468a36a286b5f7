import type { Arrival, StartedSession } from '../../core/people/start-session.ts'
import { type Answer, redirect } from '../answer.ts'
import { clearCookie, readCookie, writeCookie } from '../cookies.ts'
import type { Visit } from '../visit.ts'

/** Where somebody who signs in comes from, with the session that the browser holds already. */
export function arrivalOf({ c, address, requestId }: Visit): Arrival {
  return { address, requestId, agent: c.req.header('user-agent') ?? null, earlier: readCookie(c, 'session') }
}

/** The one way in, whatever proved who it is. */
export function letIn({ secret, expiresAt }: StartedSession, to: string, notice?: string): Answer {
  const seconds = Math.round((expiresAt.getTime() - Date.now()) / 1000)
  return redirect(to, notice, [writeCookie('session', secret, seconds), clearCookie('signIn'), clearCookie('form')])
}
