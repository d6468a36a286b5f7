import { rememberSignIn, takeOidcExpected } from '../../core/people/sign-in/pending-sign-in.ts'
import type { OidcSettings } from '../../core/people/sign-in/sign-in-settings.ts'
import { signInWithOidc } from '../../core/people/sign-in/sign-in-with-oidc.ts'
import { reachOf } from '../../outbound/reach-of.ts'
import { redirect } from '../answer.ts'
import { bindPage } from '../bind-page.ts'
import { readCookie, writeCookie } from '../cookies.ts'
import type { Dashboard } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { Problem } from '../problem.ts'
import { arrivalOf, letIn } from './arrival.ts'
import { createOidcClient } from './oidc-client.ts'
import { readReturnTo } from './return-to.ts'

const callbackPath = '/sign-in/oidc/callback'

/** Sign-in at the operator's identity provider; without one there are no such pages. */
export function bindOidc(app: Dashboard, handlers: PageHandlers): void {
  const { oidc } = handlers.deps.signIn
  if (oidc) bindProvider(app, handlers, oidc)
}

function bindProvider(app: Dashboard, handlers: PageHandlers, settings: OidcSettings): void {
  const { db, publicUrl, git, network, log } = handlers.deps
  const reach = reachOf(git, network)
  const client = createOidcClient(settings, publicUrl.replace(/\/$/, '') + callbackPath, reach)

  const begin = { operation: 'beginOidc', path: '/sign-in/oidc', needs: 'nobody' } as const
  bindPage(app, handlers, begin, async ({ c }) => {
    const { url, expectation } = await client.begin().catch((err: unknown) => {
      log.error({ err: plainly(err), issuer: settings.issuer }, 'the identity provider does not answer')
      throw new Problem(503, `${settings.name} does not respond. Try again in a minute, or ask the operator.`)
    })
    const token = await rememberSignIn(db, { oidc: expectation, returnTo: readReturnTo(c.req.query('return_to')) })
    return redirect(url, undefined, [writeCookie('signIn', token, 600)])
  })

  const callback = { operation: 'finishOidc', path: callbackPath, needs: 'nobody' } as const
  bindPage(app, handlers, callback, async (visit) => {
    const expected = await takeOidcExpected(db, readCookie(visit.c, 'signIn') ?? '')
    if (!expected)
      throw new Problem(
        403,
        'This sign-in was started in another browser or has expired. Start again from the sign-in page.',
      )
    const identity = await client.finish(new URL(visit.c.req.url).search, expected.oidc).catch((err: unknown) => {
      log.warn({ err: plainly(err), requestId: visit.requestId }, 'a sign-in by the identity provider was refused')
      throw new Problem(403, `${settings.name} did not confirm who you are. Start again from the sign-in page.`)
    })
    return letIn(await signInWithOidc(db, identity, settings.groups, arrivalOf(visit)), expected.returnTo)
  })
}

/** The library's errors carry whole answers, and those carry codes and tokens: only their words go into the log. */
function plainly(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, error: reported, message, cause } = error as Error & { code?: string; error?: string }
  const reason = cause instanceof Error ? cause.message : undefined
  return [code, reported, message, reason].filter((part) => part !== undefined).join(': ')
}
