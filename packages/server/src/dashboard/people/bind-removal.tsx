import { listKeysMadeBy, listMembers } from '../../core/people/members/list-members.ts'
import { removeMember } from '../../core/people/members/remove-member.ts'
import { redirect } from '../answer.ts'
import { bindAction, bindPage } from '../bind-page.ts'
import type { Dashboard, Markup } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { noSuchPage } from '../problem.ts'
import { ActionForm, Refusal } from '../view/forms/form.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { Name } from '../view/name.tsx'
import { Table } from '../view/table.tsx'
import type { MemberVisit } from '../visit.ts'
import { pathOfPeople, people } from './path-of-people.ts'

type Key = Awaited<ReturnType<typeof listKeysMadeBy>>[number]

/** Removing a member, after a look at what they leave behind. */
export function bindRemoval(app: Dashboard, handlers: PageHandlers): void {
  const { db } = handlers.deps
  const entry = { path: `${people}/:person/remove`, needs: 'admin' } as const

  async function show(visit: MemberVisit, refusal?: string): Promise<Markup> {
    const { organizationId } = visit.organization
    const person = (await listMembers(db, organizationId)).find(({ id }) => id === personOf(visit))
    if (!person) throw noSuchPage()
    const keys = await listKeysMadeBy(db, organizationId, person.id)
    return <RemovalPage visit={visit} person={person} keys={keys} refusal={refusal} />
  }

  bindPage(app, handlers, { operation: 'showRemoval', ...entry }, (visit) => show(visit))

  const remove = async (visit: MemberVisit) => {
    const { organizationId } = visit.organization
    const { name, keys } = await removeMember(db, { organizationId, personId: personOf(visit) }, visit.actor)
    const left =
      keys.length === 0 ? '' : ` API keys they created still work: ${keys.map((key) => key.name).join(', ')}.`
    return redirect(pathOfPeople(visit), `${name} is no longer a member.${left}`)
  }
  const removal = { operation: 'removeMember', ...entry } as const
  bindAction(app, handlers, removal, remove, (visit, _form, { message }) => show(visit, message))
}

const personOf = ({ c }: MemberVisit): string => c.req.param('person') ?? ''

interface Props {
  visit: MemberVisit
  person: { id: string; name: string; email: string; fromGroup: boolean }
  keys: Key[]
  refusal?: string | undefined
}

function RemovalPage({ visit, person, keys, refusal }: Props) {
  const { id, name, email, fromGroup } = person
  const trail = [{ href: '/people', name: 'People' }]
  return (
    <Page visit={visit} title={`Remove ${name}`} section="people" trail={trail}>
      <Refusal sentence={refusal} />
      <p>
        {name} ({email}) loses access to {visit.organization.name} at once.
      </p>
      {fromGroup && (
        <p class="warning">
          The membership comes from a group of the identity provider. It returns at the next sign-in, unless you change
          the group there.
        </p>
      )}
      <KeysLeft visit={visit} name={name} keys={keys} />
      <ActionForm visit={visit} action={pathOfPeople(visit, `/${id}/remove`)} class="actions">
        <button class="danger" type="submit">
          Remove {name}
        </button>
        <a class="button" href={at(visit, '/people')}>
          Cancel
        </a>
      </ActionForm>
    </Page>
  )
}

function KeysLeft({ visit, name, keys }: { visit: MemberVisit; name: string; keys: Key[] }) {
  if (keys.length === 0) return <p>{name} has created no API key that still works.</p>
  return (
    <>
      <p>
        {name} created these API keys, and they keep working. Revoke or rotate those that nobody needs on the{' '}
        <a href={at(visit, '/keys')}>API keys page</a>.
      </p>
      <Table
        caption={`API keys created by ${name}`}
        columns={[
          { title: 'Name', cell: (key) => <Name text={key.name} /> },
          { title: 'Starts with', cell: ({ prefix }) => <code>{prefix}</code> },
        ]}
        rows={keys}
      />
    </>
  )
}
