import { findSession } from '../core/people/sessions/find-session.ts'
import { makeToken } from '../core/people/token.ts'
import type { ApiContext } from '../http/client-address.ts'
import { createPipeline, type ReceivedRequest, type RenderedResponse } from '../http/pipeline.ts'
import { type Answer, redirect } from './answer.ts'
import { clearCookie, csrfOf, readCookie, writeCookie } from './cookies.ts'
import type { Entry } from './dashboard.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { readPlainHost } from './plain-http.ts'
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

/** Every page and every action goes through here: session, headers, cookies and problems. */
export function createPageHandlers(deps: DashboardDeps): PageHandlers {
  const base = new URL(deps.publicUrl).pathname.replace(/\/$/, '')
  const pipeline = createPipeline(deps)
  const limiter = new VisitLimiter(deps.visitLimits)

  async function receive({ c, requestId, address }: ReceivedRequest, fresh: string[]): Promise<Visit> {
    const secret = readCookie(c, 'session')
    limiter.count(secret, address)
    const session = secret === undefined ? undefined : await findSession(deps.pool, secret)
    if (session && secret) limiter.recognize(secret)
    const notice = readCookie(c, 'notice')
    if (notice !== undefined) fresh.push(clearCookie('notice'))
    const theme = readCookie(c, 'theme')
    return {
      c,
      requestId,
      address,
      base,
      secret: session && secret,
      session,
      csrf: csrfOf(session && secret ? secret : readFormSecret(c, fresh)),
      notice: notice && Buffer.from(notice, 'base64url').toString(),
      theme: theme === 'light' || theme === 'dark' ? theme : undefined,
      plainHost: readPlainHost(c, deps.publicUrl),
    }
  }

  return {
    deps,
    base,
    entries: [],
    async handle(c, operation, answer) {
      const request = pipeline.receive(c, operation)
      const cookies: string[] = []
      let visit: Visit | undefined
      let rendered: RenderedResponse
      try {
        visit = await receive(request, cookies)
        if (c.req.url.includes('%00')) throw noSuchPage()
        rendered = render(await answer(visit), base, cookies)
      } catch (error) {
        rendered = render(explain(error, visit ?? anonymousVisit(request, base)), base, cookies)
      }
      const person = visit?.session?.person.id
      return pipeline.respond(request, rendered, person === undefined ? {} : { person })
    },
  }

  /** A refusal is shown with its sentence; anything else is a fault of ours, and only the log says which. */
  function explain(error: unknown, visit: Visit): Answer {
    if (error instanceof SignInNeeded) return sendToSignIn(visit)
    const problem = toProblem(error)
    if (problem) return renderProblem(visit, problem)
    deps.log.error({ err: error, requestId: visit.requestId }, 'page failed')
    const sentence = 'Something went wrong. Try again. If it happens again, send the operator this request id.'
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

/** For a problem that came up before anyone was recognized. */
function anonymousVisit({ c, requestId, address }: ReceivedRequest, base: string): Visit {
  const nothing = { secret: undefined, session: undefined, notice: undefined, theme: undefined, plainHost: undefined }
  return { c, requestId, address, base, csrf: '', ...nothing }
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

const headers = {
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
}

function render(answer: Answer, base: string, cookies: string[]): RenderedResponse {
  switch (answer.kind) {
    case 'redirect': {
      const to = answer.to.startsWith('/') ? base + answer.to : answer.to
      const all = [...cookies, ...afterRedirect(answer)]
      return { status: 303, body: null, headers: { ...headers, Location: to }, cookies: all }
    }
    case 'file': {
      const { name, type, body } = answer
      const saved = name === undefined ? undefined : { 'Content-Disposition': `attachment; filename="${name}"` }
      return { status: 200, body, headers: { ...headers, 'Content-Type': type, ...saved }, cookies }
    }
    case 'page': {
      const { status, html, retryAfterSeconds: seconds } = answer
      const later = seconds === undefined ? undefined : { 'Retry-After': String(seconds) }
      return {
        status,
        body: html,
        headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', ...later },
        cookies,
      }
    }
  }
}

function afterRedirect({ notice, cookies = [] }: Extract<Answer, { kind: 'redirect' }>): string[] {
  if (notice === undefined) return cookies
  return [...cookies, writeCookie('notice', Buffer.from(notice).toString('base64url'), 60)]
}
