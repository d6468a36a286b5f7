import type { listPeople } from '../../../core/people/list-people.ts'
import { Email } from '../../view/email.tsx'
import { Confirm, Refusal } from '../../view/forms/form.tsx'
import { OnceLink } from '../../view/once-link.tsx'
import { type Column, Table } from '../../view/table.tsx'
import { Time } from '../../view/time.tsx'
import type { PersonVisit } from '../../visit.ts'
import { OperatorPage } from '../operator-page.tsx'

type Person = Awaited<ReturnType<typeof listPeople>>[number]

interface Props {
  visit: PersonVisit
  people: Person[]
  refusal?: string | undefined
}

export function OperatorPeople({ visit, people, refusal }: Props) {
  return (
    <OperatorPage visit={visit} title="People">
      <Refusal sentence={refusal} />
      <Table caption="People" columns={columnsFor(visit)} rows={people} />
    </OperatorPage>
  )
}

function columnsFor(visit: PersonVisit): Column<Person>[] {
  return [
    {
      title: 'Name',
      cell: ({ name, isOperator }) => (
        <>
          {name} {isOperator && <span class="badge">operator</span>}
        </>
      ),
    },
    { title: 'Email', cell: (person) => <Email {...person} /> },
    { title: 'Signs in with', cell: (person) => describeSignIn(person) },
    { title: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: 'Reset', cell: (person) => <Reset visit={visit} person={person} /> },
  ]
}

function describeSignIn({ hasPassword, hasSecondFactor, hasProvider }: Person): string {
  const password = hasPassword ? (hasSecondFactor ? 'password and code' : 'password') : undefined
  return [password, hasProvider ? 'identity provider' : undefined].filter(Boolean).join(', ') || 'nothing yet'
}

function Reset({ visit, person: { id, name, email, hasSecondFactor } }: { visit: PersonVisit; person: Person }) {
  return (
    <Confirm
      visit={visit}
      id={`reset-${id}`}
      action="/operator/people/reset"
      offer="Reset password"
      sentence={`${name} is signed out everywhere, and the password no longer works. You get a link that sets a new one.`}
      label={`Reset the password of ${name}`}
    >
      <input type="hidden" name="email" value={email} />
      {hasSecondFactor && (
        <label>
          <input type="checkbox" name="second_factor" value="off" /> Also turn off two-factor authentication
        </label>
      )}
    </Confirm>
  )
}

interface ResetProps {
  visit: PersonVisit
  email: string
  link: string
  expiresAt: Date
}

/** The one time that the link is seen. */
export function ResetPage({ visit, email, link, expiresAt }: ResetProps) {
  return (
    <OperatorPage visit={visit} title={`New password for ${email}`}>
      <p>Send this link to {email}. It is shown only once, and works once.</p>
      <OnceLink link={link} expiresAt={expiresAt} people={`${visit.base}/operator/people`} />
    </OperatorPage>
  )
}
