import type { listInvitations } from '../../core/people/invitations/list-invitations.ts'
import type { listMembers } from '../../core/people/members/list-members.ts'
import { hasRole } from '../enter-organization.ts'
import { Email } from '../view/email.tsx'
import { ActionForm, Choice, Field, Refusal } from '../view/forms/form.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { Name } from '../view/name.tsx'
import { type Column, Table } from '../view/table.tsx'
import { Time } from '../view/time.tsx'
import type { Form, MemberVisit } from '../visit.ts'
import { pathOfPeople } from './path-of-people.ts'

type Member = Awaited<ReturnType<typeof listMembers>>[number]
type Invitation = Awaited<ReturnType<typeof listInvitations>>[number]

/** Which form came back, and why. */
export interface Refused {
  /** The invitation as it was filled in. */
  form?: Form
  refusal?: string
  /** Of a change to a member. */
  membersRefusal?: string
}

interface Props extends Refused {
  visit: MemberVisit
  members: Member[]
  invitations: Invitation[]
}

const roles = [
  { value: 'viewer', label: 'Viewer: can view, not change (no audit log)' },
  { value: 'writer', label: 'Writer: can also start exports and agent jobs' },
  { value: 'admin', label: 'Admin: can also manage keys, people and settings' },
]

export function PeoplePage({ visit, members, invitations, form, refusal, membersRefusal }: Props) {
  const isAdmin = hasRole(visit.organization.role, 'admin')
  return (
    <Page visit={visit} title="People" section="people">
      <Refusal sentence={membersRefusal} />
      <Table caption="Members" columns={memberColumns(visit, isAdmin)} rows={members} />
      {isAdmin && <Invite visit={visit} {...(form && { form })} {...(refusal !== undefined && { refusal })} />}
      {invitations.length > 0 && (
        <section>
          <h2>Open invitations</h2>
          <Table caption="Open invitations" columns={invitationColumns(visit)} rows={invitations} />
        </section>
      )}
    </Page>
  )
}

function memberColumns(visit: MemberVisit, isAdmin: boolean): Column<Member>[] {
  const columns: Column<Member>[] = [
    { title: 'Name', cell: ({ name }) => <Name text={name} /> },
    { title: 'Email', cell: (member) => <Email {...member} /> },
    {
      title: 'Role',
      cell: (member) =>
        isAdmin && !member.fromGroup ? (
          <RoleForm visit={visit} member={member} />
        ) : (
          <>
            <span class="badge">{member.role}</span> {member.fromGroup && <span class="quiet">from a group</span>}
          </>
        ),
    },
    { title: 'Two-factor', cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'on' : 'off') },
    { title: 'Last seen', cell: ({ seenAt }) => (seenAt ? <Time at={seenAt} /> : 'never') },
  ]
  const remove: Column<Member> = {
    title: 'Remove',
    cell: ({ id, name }) => (
      <a class="nowrap" href={at(visit, `/people/${id}/remove`)} aria-label={`Remove ${name}`}>
        Remove…
      </a>
    ),
  }
  return isAdmin ? [...columns, remove] : columns
}

function RoleForm({ visit, member: { id, name, role } }: { visit: MemberVisit; member: Member }) {
  return (
    <ActionForm visit={visit} action={pathOfPeople(visit, `/${id}/role`)} class="actions">
      <select name="role" aria-label={`Role of ${name}`}>
        {roles.map(({ value }) => (
          <option value={value} selected={value === role}>
            {value}
          </option>
        ))}
      </select>
      <button type="submit" aria-label={`Change the role of ${name}`}>
        Change
      </button>
    </ActionForm>
  )
}

function Invite({ visit, form, refusal }: Pick<Props, 'visit' | 'form' | 'refusal'>) {
  return (
    <section>
      <h2>Invite someone</h2>
      <Refusal sentence={refusal} />
      <ActionForm visit={visit} action={pathOfPeople(visit, '/invite')}>
        <Field
          label="Email"
          name="email"
          type="email"
          value={form?.get('email') ?? ''}
          required
          hint="You get a link to share. No email is sent."
        />
        <Choice label="Role" name="role" options={roles} value={form?.get('role') ?? 'viewer'} />
        <button class="primary" type="submit">
          Create invite link
        </button>
      </ActionForm>
    </section>
  )
}

function invitationColumns(visit: MemberVisit): Column<Invitation>[] {
  return [
    { title: 'Email', cell: ({ email }) => <Name text={email} /> },
    { title: 'Role', cell: ({ role }) => <span class="badge">{role}</span> },
    { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    {
      title: 'Withdraw',
      cell: ({ id, email }) => (
        <ActionForm visit={visit} action={pathOfPeople(visit, `/invitations/${id}/withdraw`)}>
          <button type="submit" aria-label={`Withdraw the invitation of ${email}`}>
            Withdraw
          </button>
        </ActionForm>
      ),
    },
  ]
}
