import { endSession } from '../../core/people/sessions/end-session.ts'
import { isSetUp } from '../../core/people/setup/is-set-up.ts'
import { findCodeOwed } from '../../core/people/sign-in/pending-sign-in.ts'
import { signInWithCode } from '../../core/people/sign-in/sign-in-with-code.ts'
import { signInWithPassword } from '../../core/people/sign-in/sign-in-with-password.ts'
import { type Answer, redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import { clearCookie, readCookie, writeCookie } from '../cookies.ts'
import type { Dashboard } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { noSuchPage, Problem } from '../problem.ts'
import { arrivalOf, letIn } from './arrival.ts'
import { readReturnTo } from './return-to.ts'
import { CodePage, SignInPage } from './sign-in-page.tsx'

const pendingSeconds = 600

export function bindSignIn(app: Dashboard, handlers: PageHandlers): void {
  const { db, signIn: settings } = handlers.deps
  const entry = { path: '/sign-in', needs: 'nobody' } as const

  bindPage(app, handlers, { operation: 'showSignIn', ...entry }, async (visit) => {
    const returnTo = readReturnTo(visit.c.req.query('return_to'))
    if (visit.session) return redirect(returnTo)
    if (settings.local && !(await isSetUp(db))) return redirect('/setup')
    return <SignInPage visit={visit} settings={settings} returnTo={returnTo} />
  })

  bindAction(
    app,
    handlers,
    { operation: 'signIn', ...entry },
    async (visit, form) => {
      if (!settings.local) throw noSuchPage()
      const [email, password] = [form.get('email') ?? '', form.get('password') ?? '']
      const asked = { email, password, returnTo: readReturnTo(form.get('return_to')) }
      const result = await signInWithPassword(db, asked, arrivalOf(visit))
      switch (result.outcome) {
        case 'refused':
          throw new Problem(422, 'Wrong email or password. Check both and try again.')
        case 'code owed':
          return redirect('/sign-in/second', undefined, [writeCookie('signIn', result.token, pendingSeconds)])
        case 'signed in':
          return letIn(result.session, result.returnTo)
      }
    },
    (visit, form, { message }) => (
      <SignInPage
        visit={visit}
        settings={settings}
        returnTo={readReturnTo(form.get('return_to'))}
        email={form.get('email') ?? ''}
        refusal={message}
      />
    ),
  )
  bindSecondStep(app, handlers)
  bindSignOut(app, handlers)
}

function bindSecondStep(app: Dashboard, handlers: PageHandlers): void {
  const { db, credentials } = handlers.deps
  const entry = { path: '/sign-in/second', needs: 'nobody' } as const

  bindPage(app, handlers, { operation: 'showSecondStep', ...entry }, async (visit) => {
    const owed = await findCodeOwed(db, readCookie(visit.c, 'signIn') ?? '')
    return owed ? <CodePage visit={visit} /> : beginAgain()
  })

  bindAction(
    app,
    handlers,
    { operation: 'signInWithCode', ...entry },
    async (visit, form) => {
      const given = { token: readCookie(visit.c, 'signIn') ?? '', code: form.get('code') ?? '' }
      const result = await signInWithCode(db, given, arrivalOf(visit), credentials)
      switch (result.outcome) {
        case 'refused':
          throw new Problem(
            422,
            'This code is wrong or was used already. Enter the code that your app shows now, or a recovery code.',
          )
        case 'expired':
          return beginAgain()
        case 'signed in':
          return letIn(result.session, result.returnTo)
      }
    },
    (visit, _form, { message }) => <CodePage visit={visit} refusal={message} />,
  )
}

function beginAgain(): Answer {
  return redirect('/sign-in', 'The sign-in took longer than ten minutes, or the password was changed. Sign in again.', [
    clearCookie('signIn'),
  ])
}

function bindSignOut(app: Dashboard, handlers: PageHandlers): void {
  const entry = { operation: 'signOut', path: '/sign-out', needs: 'person' } as const
  bindAction(app, handlers, entry, async ({ secret }) => {
    if (secret !== undefined) await endSession(handlers.deps.db, secret)
    return redirect('/sign-in', 'You are signed out.', [clearCookie('session')])
  })
}
