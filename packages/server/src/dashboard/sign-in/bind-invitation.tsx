import { joinAsNewPerson, joinOrganization } from '../../core/people/invitations/accept-invitation.ts'
import { findInvitation } from '../../core/people/invitations/find-invitation.ts'
import { startSession } from '../../core/people/sessions/start-session.ts'
import { type Answer, redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import type { Dashboard, Markup } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { Problem } from '../problem.ts'
import type { Form, Visit } from '../visit.ts'
import { arrivalOf, letIn } from './arrival.ts'
import { InvitationPage } from './invitation-page.tsx'

/** Joining an organization by a link. */
export function bindInvitation(app: Dashboard, handlers: PageHandlers): void {
  const { db, signIn: settings } = handlers.deps
  const entry = { path: '/invitation/:token', needs: 'nobody' } as const

  async function show(visit: Visit, form?: Form, refusal?: string): Promise<Markup> {
    const token = tokenOf(visit)
    const invitation = await findInvitation(db, token)
    return InvitationPage({ visit, settings, token, invitation, name: form?.get('name') ?? undefined, refusal })
  }

  bindPage(app, handlers, { operation: 'showInvitation', ...entry }, (visit) => show(visit))

  bindAction(
    app,
    handlers,
    { operation: 'acceptInvitation', ...entry },
    (visit, form) => (visit.session ? join(handlers, visit) : joinAnew(handlers, visit, form)),
    (visit, form, { message }) => show(visit, form, message),
  )
}

async function join(handlers: PageHandlers, visit: Visit): Promise<Answer> {
  const { session, address, requestId } = visit
  if (!session) throw new Problem(403, 'Sign in first.')
  const { id, email } = session.person
  const actor = { name: `person:${id}`, address, requestId } as const
  const { organizationId } = await joinOrganization(handlers.deps.db, { token: tokenOf(visit), email }, actor)
  return redirect(`/dashboard/${organizationId}/projects`, 'Welcome: you are a member now.')
}

async function joinAnew({ deps: { db, signIn } }: PageHandlers, visit: Visit, form: Form): Promise<Answer> {
  if (!signIn.local)
    throw new Problem(403, 'This installation does not use passwords. Sign in first, then open the link again.')
  const { address, requestId } = visit
  const request = { token: tokenOf(visit), name: form.get('name') ?? '', password: form.get('password') ?? '' }
  const { personId, organizationId } = await joinAsNewPerson(db, request, { address, requestId })
  const session = await startSession(db, { personId, ...arrivalOf(visit) })
  return letIn(session, `/dashboard/${organizationId}/projects`, 'Welcome: you are a member now.')
}

const tokenOf = ({ c }: Visit): string => c.req.param('token') ?? ''
