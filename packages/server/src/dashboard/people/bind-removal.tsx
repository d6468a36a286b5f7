import { listKeysMadeBy, listMembers } from '../../core/people/members/list-members.ts'
import { removeMember } from '../../core/people/members/remove-member.ts'
import { redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { noSuchPage } from '../problem.ts'
import { ActionForm } from '../view/forms/form.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { Table } from '../view/table.tsx'
import type { MemberVisit } from '../visit.ts'
import { pathOfPeople, people } from './path-of-people.ts'

type Key = Awaited<ReturnType<typeof listKeysMadeBy>>[number]

/** Removing a member, after a look at what they leave behind. */
export function bindRemoval(app: Dashboard, handlers: PageHandlers): void {
  const { db } = handlers.deps
  const entry = { path: `${people}/:person/remove`, needs: 'admin' } as const

  bindPage(app, handlers, { operation: 'showRemoval', ...entry }, async (visit) => {
    const { organizationId } = visit.organization
    const person = (await listMembers(db, organizationId)).find(({ id }) => id === personOf(visit))
    if (!person) throw noSuchPage()
    const keys = await listKeysMadeBy(db, organizationId, person.id)
    return <RemovalPage visit={visit} person={person} keys={keys} />
  })

  bindAction(app, handlers, { operation: 'removeMember', ...entry }, async (visit) => {
    const { organizationId } = visit.organization
    const { name, keys } = await removeMember(db, { organizationId, personId: personOf(visit) }, visit.actor)
    const left =
      keys.length === 0 ? '' : ` Keys that they made are still alive: ${keys.map((key) => key.name).join(', ')}.`
    return redirect(pathOfPeople(visit), `${name} is no member any more.${left}`)
  })
}

const personOf = ({ c }: MemberVisit): string => c.req.param('person') ?? ''

interface Props {
  visit: MemberVisit
  person: { id: string; name: string; email: string; fromGroup: boolean }
  keys: Key[]
}

function RemovalPage({ visit, person, keys }: Props) {
  const { id, name, email, fromGroup } = person
  const trail = [{ href: '/people', name: 'People' }]
  return (
    <Page visit={visit} title={`Remove ${name}`} section="people" trail={trail}>
      <p>
        {name} ({email}) loses {visit.organization.name} at once, on every page that is open.
      </p>
      {fromGroup && (
        <p class="warning">
          The membership comes from a group of the identity provider. It comes back at the next sign-in, unless the
          group is changed there.
        </p>
      )}
      <KeysLeft visit={visit} name={name} keys={keys} />
      <ActionForm visit={visit} action={pathOfPeople(visit, `/${id}/remove`)} class="actions">
        <button class="danger" type="submit">
          Remove {name}
        </button>
        <a class="button" href={at(visit, '/people')}>
          Keep
        </a>
      </ActionForm>
    </Page>
  )
}

function KeysLeft({ visit, name, keys }: { visit: MemberVisit; name: string; keys: Key[] }) {
  if (keys.length === 0) return <p>{name} has made no API key that is still alive.</p>
  return (
    <>
      <p>
        These API keys were made by {name} and stay alive. Revoke or rotate those that nobody else needs{' '}
        <a href={at(visit, '/keys')}>on the page of the keys</a>.
      </p>
      <Table
        caption={`API keys made by ${name}`}
        columns={[
          { title: 'Name', cell: (key) => key.name },
          { title: 'Begins with', cell: ({ prefix }) => <code>{prefix}</code> },
        ]}
        rows={keys}
      />
    </>
  )
}
