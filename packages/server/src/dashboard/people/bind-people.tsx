import { inviteMember } from '../../core/people/invitations/invite.ts'
import { listInvitations } from '../../core/people/invitations/list-invitations.ts'
import { withdrawInvitation } from '../../core/people/invitations/withdraw-invitation.ts'
import { changeRole } from '../../core/people/members/change-role.ts'
import { listMembers } from '../../core/people/members/list-members.ts'
import type { Role } from '../../db/tables.ts'
import { redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import type { Dashboard, Markup } from '../dashboard.ts'
import { hasRole } from '../enter-organization.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { Problem } from '../problem.ts'
import { renderPage } from '../view/render-page.ts'
import type { Form, MemberVisit } from '../visit.ts'
import { bindRemoval } from './bind-removal.tsx'
import { InvitedPage } from './invited-page.tsx'
import { pathOfPeople, people } from './path-of-people.ts'
import { PeoplePage, type Refused } from './people-page.tsx'

/** Who belongs to an organization, and who is asked to. */
export function bindPeople(app: Dashboard, handlers: PageHandlers): void {
  const { db, publicUrl } = handlers.deps

  async function show(visit: MemberVisit, refused: Refused = {}): Promise<Markup> {
    const { organizationId, role } = visit.organization
    const members = await listMembers(db, organizationId)
    const invitations = hasRole(role, 'admin') ? await listInvitations(db, organizationId) : []
    return PeoplePage({ visit, members, invitations, ...refused })
  }

  bindPage(app, handlers, { operation: 'showPeople', path: people, needs: 'viewer' }, (visit) => show(visit))

  bindAction(
    app,
    handlers,
    { operation: 'inviteMember', path: `${people}/invite`, needs: 'admin' },
    async (visit, form) => {
      const { organizationId } = visit.organization
      const request = { organizationId, email: form.get('email') ?? '', role: readRole(form) }
      const { token, email, expiresAt } = await inviteMember(db, request, visit.actor)
      const link = `${publicUrl.replace(/\/$/, '')}/invitation/${token}`
      return renderPage(<InvitedPage visit={visit} email={email} link={link} expiresAt={expiresAt} />)
    },
    (visit, form, { message }) => show(visit, { form, refusal: message }),
  )

  const withdraw = { operation: 'withdrawInvitation', path: `${people}/invitations/:invitation/withdraw` } as const
  bindAction(app, handlers, { ...withdraw, needs: 'admin' }, async (visit) => {
    const { organizationId } = visit.organization
    const invitationId = visit.c.req.param('invitation') ?? ''
    const { email } = await withdrawInvitation(db, { organizationId, invitationId }, visit.actor)
    return redirect(pathOfPeople(visit), `The invitation of ${email} is withdrawn.`)
  })

  const change = { operation: 'changeRole', path: `${people}/:person/role`, needs: 'admin' } as const
  const changing = async (visit: MemberVisit, form: Form) => {
    const { organizationId } = visit.organization
    const personId = visit.c.req.param('person') ?? ''
    const role = readRole(form)
    await changeRole(db, { organizationId, personId, role }, visit.actor)
    return redirect(pathOfPeople(visit), `The role is now ${role}.`)
  }
  bindAction(app, handlers, change, changing, (visit, _form, { message }) => show(visit, { membersRefusal: message }))

  bindRemoval(app, handlers)
}

function readRole(form: Form): Role {
  const role = form.get('role')
  if (role === 'viewer' || role === 'writer' || role === 'admin') return role
  throw new Problem(422, 'Choose a role: viewer, writer or admin.')
}
