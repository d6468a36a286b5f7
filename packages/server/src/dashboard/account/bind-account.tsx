import { changePassword } from '../../core/people/change-password.ts'
import { renamePerson } from '../../core/people/change-person.ts'
import { countRecoveryCodes } from '../../core/people/codes/recovery-codes.ts'
import { removeMember } from '../../core/people/members/remove-member.ts'
import { endAllSessions, endSessionOf } from '../../core/people/sessions/end-session.ts'
import { listSessions } from '../../core/people/sessions/list-sessions.ts'
import { redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import { clearCookie } from '../cookies.ts'
import type { Dashboard, Markup } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { readDevices, writeDevices } from '../sign-in/arrival.ts'
import type { PersonVisit } from '../visit.ts'
import { AccountPage } from './account-page.tsx'
import { bindCodes } from './bind-codes.tsx'

/** What people change about themselves. */
export function bindAccount(app: Dashboard, handlers: PageHandlers): void {
  const { db, credentials, signIn } = handlers.deps

  async function show(visit: PersonVisit, refusal?: string): Promise<Markup> {
    const { id } = visit.session.person
    const [sessions, recoveryCodes] = await Promise.all([listSessions(db, id), countRecoveryCodes(db, id)])
    const mayHaveCodes = credentials !== undefined
    return AccountPage({ visit, sessions, usesPassword: signIn.local, mayHaveCodes, recoveryCodes, refusal })
  }

  bindPage(app, handlers, { operation: 'showAccount', path: '/account', needs: 'person' }, (visit) => show(visit))

  bindAction(
    app,
    handlers,
    { operation: 'renamePerson', path: '/account/name', needs: 'person' },
    async (visit, form) => {
      await renamePerson(db, visit.session.person.id, form.get('name') ?? '')
      return redirect('/account', 'Name changed.')
    },
    (visit, _form, { message }) => show(visit, message),
  )

  bindAction(
    app,
    handlers,
    { operation: 'changePassword', path: '/account/password', needs: 'person' },
    async (visit, form) => {
      const { id: sessionId, person } = visit.session
      const [current, next] = [form.get('current') ?? '', form.get('next') ?? '']
      const change = { personId: person.id, current, next, sessionId, devices: readDevices(visit) }
      const { devices } = await changePassword(db, change, visit.actor)
      const notice = 'Password changed. Every other session is signed out.'
      return redirect('/account', notice, [writeDevices(devices)])
    },
    (visit, _form, { message }) => show(visit, message),
  )
  bindLeave(app, handlers, show)
  bindSessions(app, handlers)
  bindCodes(app, handlers, show)
}

type Show = (visit: PersonVisit, refusal?: string) => Promise<Markup>

function bindLeave(app: Dashboard, handlers: PageHandlers, show: Show): void {
  const leave = { operation: 'leaveOrganization', path: '/account/leave/:organization', needs: 'person' } as const
  const act = async ({ c, session, actor }: PersonVisit) => {
    const organizationId = c.req.param('organization') ?? ''
    await removeMember(handlers.deps.db, { organizationId, personId: session.person.id }, actor)
    return redirect('/account', 'You left the organization.')
  }
  bindAction(app, handlers, leave, act, (visit, _form, { message }) => show(visit, message))
}

function bindSessions(app: Dashboard, handlers: PageHandlers): void {
  const { db } = handlers.deps
  const one = { operation: 'endSession', path: '/account/sessions/:session/end', needs: 'person' } as const
  bindAction(app, handlers, one, async ({ c, session }) => {
    await endSessionOf(db, session.person.id, c.req.param('session') ?? '')
    return redirect('/account', 'The session is signed out.')
  })

  const all = { operation: 'endAllSessions', path: '/account/sessions/end', needs: 'person' } as const
  bindAction(app, handlers, all, async ({ session }) => {
    await endAllSessions(db, session.person.id)
    return redirect('/sign-in', 'You are signed out everywhere.', [clearCookie('session')])
  })
}
