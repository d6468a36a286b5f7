import { randomUUID } from 'node:crypto'
import { findSession } from '../core/people/sessions/find-session.ts'
import { makeToken } from '../core/people/token.ts'
import { type ApiContext, createAddressReader } from '../http/client-address.ts'
import { readRequestId } from '../http/request-id.ts'
import { createTransportSecurity } from '../http/transport-security.ts'
import { type Answer, redirect } from './answer.ts'
import { clearCookie, csrfOf, readCookie, writeCookie } from './cookies.ts'
import type { Entry } from './dashboard.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { noSuchPage, Problem, SignInNeeded, toProblem } from './problem.ts'
import { renderProblem } from './view/render-problem.tsx'
import type { Visit } from './visit.ts'
import { VisitLimiter } from './visit-limiter.ts'

export interface PageHandlers {
  readonly deps: DashboardDeps
  readonly base: string
  /** Every page and action, as it was bound. */
  readonly entries: (Entry & { method: 'GET' | 'POST' })[]
  /** Takes a request in, lets `answer` work on it, and sends out whatever comes of it, problems too. */
  handle(c: ApiContext, operation: string, answer: (visit: Visit) => Promise<Answer>): Promise<Response>
}

/** Every page and every action goes over this desk: session, headers, cookies, log and problems are seen to here. */
export function createPageHandlers(deps: DashboardDeps): PageHandlers {
  const base = new URL(deps.publicUrl).pathname.replace(/\/$/, '')
  const readAddress = createAddressReader(deps.trustedProxies, deps.proxyNotices)
  const readTransportSecurity = createTransportSecurity(deps)

  const limiter = new VisitLimiter(deps.visitLimits)

  async function receive(c: ApiContext, fresh: string[]): Promise<Visit> {
    const secret = readCookie(c, 'session')
    const address = readAddress(c)
    limiter.count(secret, address)
    const session = secret === undefined ? undefined : await findSession(deps.pool, secret)
    if (session && secret) limiter.recognize(secret)
    const notice = readCookie(c, 'notice')
    if (notice !== undefined) fresh.push(clearCookie('notice'))
    const theme = readCookie(c, 'theme')
    return {
      c,
      requestId: readRequestId(c),
      address,
      base,
      secret: session && secret,
      session,
      csrf: csrfOf(session && secret ? secret : readFormSecret(c, fresh)),
      notice: notice && Buffer.from(notice, 'base64url').toString(),
      theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    }
  }

  return {
    deps,
    base,
    entries: [],
    async handle(c, operation, answer) {
      const startedAt = performance.now()
      const cookies: string[] = []
      let visit: Visit | undefined
      let response: Response
      try {
        visit = await receive(c, cookies)
        if (c.req.url.includes('%00')) throw noSuchPage()
        response = send(await answer(visit), base, cookies)
      } catch (error) {
        response = send(explain(error, visit ?? anonymousVisit(c, base)), base, cookies)
      }
      const transportSecurity = readTransportSecurity(c)
      if (transportSecurity !== undefined) response.headers.set('Strict-Transport-Security', transportSecurity)
      const { status } = response
      const ms = performance.now() - startedAt
      deps.metrics.observe(operation, status, ms / 1000)
      const person = visit?.session?.person.id
      deps.log.info(
        { operation, requestId: visit?.requestId, status, ms: Math.round(ms * 100) / 100, person },
        'request',
      )
      return response
    },
  }

  /** A refusal is shown with its sentence; anything else is a fault of ours, and only the log says which. */
  function explain(error: unknown, visit: Visit): Answer {
    if (error instanceof SignInNeeded) return sendToSignIn(visit)
    const problem = toProblem(error)
    if (problem) return renderProblem(visit, problem)
    deps.log.error({ err: error, requestId: visit.requestId }, 'page failed')
    const sentence = 'Something went wrong in the service. Try again; if it happens again, tell the operator this id.'
    return renderProblem(visit, new Problem(500, sentence))
  }
}

/** And back afterwards, if it was a page and no form that was asked for. */
function sendToSignIn({ c }: Visit): Answer {
  const { pathname, search } = new URL(c.req.url)
  return redirect(c.req.method === 'GET' ? `/sign-in?return_to=${encodeURIComponent(pathname + search)}` : '/sign-in')
}

function readFormSecret(c: ApiContext, fresh: string[]): string {
  const known = readCookie(c, 'form')
  if (known !== undefined) return known
  const made = makeToken()
  if (c.req.method === 'GET') fresh.push(writeCookie('form', made))
  return made
}

/** For a problem that came up before anybody was recognised. */
function anonymousVisit(c: ApiContext, base: string): Visit {
  const nothing = { secret: undefined, session: undefined, notice: undefined, theme: undefined }
  return { c, requestId: randomUUID(), address: null, base, csrf: '', ...nothing }
}

/** No script, style, frame or form of anybody else; `form-action` names ourselves alone. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

function send(answer: Answer, base: string, cookies: string[]): Response {
  const headers = new Headers({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  })
  const all = answer.kind === 'redirect' ? [...cookies, ...afterRedirect(answer)] : cookies
  for (const cookie of all) headers.append('Set-Cookie', cookie)
  switch (answer.kind) {
    case 'redirect':
      headers.set('Location', answer.to.startsWith('/') ? base + answer.to : answer.to)
      return new Response(null, { status: 303, headers })
    case 'file':
      headers.set('Content-Type', answer.type)
      if (answer.name !== undefined) headers.set('Content-Disposition', `attachment; filename="${answer.name}"`)
      return new Response(answer.body as string, { status: 200, headers })
    case 'page':
      if (answer.retryAfterSeconds !== undefined) headers.set('Retry-After', String(answer.retryAfterSeconds))
      headers.set('Content-Type', 'text/html; charset=utf-8')
      return new Response(answer.html, { status: answer.status, headers })
  }
}

function afterRedirect({ notice, cookies = [] }: Extract<Answer, { kind: 'redirect' }>): string[] {
  if (notice === undefined) return cookies
  return [...cookies, writeCookie('notice', Buffer.from(notice).toString('base64url'), 60)]
}
