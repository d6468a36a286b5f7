import { resetPassword } from '../../core/people/change-password.ts'
import { findReset } from '../../core/people/invitations/find-invitation.ts'
import { redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import { clearCookie } from '../cookies.ts'
import type { Dashboard, Markup } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { noSuchPage } from '../problem.ts'
import { ActionForm, Refusal } from '../view/forms/form.tsx'
import { PlainPage } from '../view/layout/plain-page.tsx'
import type { Visit } from '../visit.ts'
import { NewPassword } from './new-password.tsx'

/** Choosing a password by a link of the operator's. Whoever has chosen it signs in with it: nobody is let in here. */
export function bindReset(app: Dashboard, handlers: PageHandlers): void {
  const { db, signIn } = handlers.deps
  const entry = { path: '/reset/:token', needs: 'nobody' } as const

  async function show(visit: Visit, refusal?: string): Promise<Markup> {
    if (!signIn.local) throw noSuchPage()
    const token = tokenOf(visit)
    const { email } = await findReset(db, token)
    return (
      <PlainPage visit={visit} title="Choose a password">
        <p>
          For <strong>{email}</strong>. This signs the account out everywhere.
        </p>
        <Refusal sentence={refusal} />
        <ActionForm visit={visit} action={`/reset/${token}`}>
          <NewPassword />
          <button class="primary" type="submit">
            Set the password
          </button>
        </ActionForm>
      </PlainPage>
    )
  }

  bindPage(app, handlers, { operation: 'showReset', ...entry }, (visit) => show(visit))
  bindAction(
    app,
    handlers,
    { operation: 'resetPassword', ...entry },
    async (visit, form) => {
      if (!signIn.local) throw noSuchPage()
      const { address, requestId } = visit
      const request = { token: tokenOf(visit), password: form.get('password') ?? '' }
      await resetPassword(db, request, { address, requestId })
      return redirect('/sign-in', 'Password set. Sign in with it.', [clearCookie('session')])
    },
    (visit, _form, { message }) => show(visit, message),
  )
}

const tokenOf = ({ c }: Visit): string => c.req.param('token') ?? ''
