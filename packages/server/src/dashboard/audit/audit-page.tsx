import { idForm } from '@bindery/contract'
import type { AuditRow } from '../../core/audit/list-audit.ts'
import { OperatorPage } from '../operator/operator-page.tsx'
import { Empty } from '../view/empty.tsx'
import { Choice, Field } from '../view/forms/form.tsx'
import { OlderAt } from '../view/layout/older.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { Name } from '../view/name.tsx'
import { type Column, Table } from '../view/table.tsx'
import type { MemberVisit, PersonVisit } from '../visit.ts'
import type { AuditQuery } from './read-audit-query.ts'

interface Props<Visit> {
  visit: Visit
  rows: readonly AuditRow[]
  nextCursor: string | null
  query: AuditQuery
}

/** The log of an organization. */
export function AuditPage({ visit, ...log }: Props<MemberVisit>) {
  const href = at(visit, '/audit')
  const pageOf = (target: string) => {
    const [, section] = pages.find(([shape]) => shape.test(target)) ?? []
    return section && at(visit, `/${section}/${target}`)
  }
  return (
    <Page visit={visit} title="Audit" section="audit" action={<Download href={href} {...log} />}>
      <p class="lead">Who did what, and from where. Entries are kept for two years. Times are UTC.</p>
      <Log href={href} things={things} pageOf={pageOf} {...log} />
    </Page>
  )
}

/** The log of what belongs to no organization. */
export function InstallationAuditPage({ visit, ...log }: Props<PersonVisit>) {
  const href = `${visit.base}/operator/audit`
  const pageOf = (target: string) =>
    idForm('person').test(target) ? `${visit.base}/operator/people#reset-${target}` : undefined
  return (
    <OperatorPage visit={visit} title="Audit" action={<Download href={href} {...log} />}>
      <p class="lead">
        Sign-ins, blocked attempts, people and host keys: what belongs to no organization. Entries are kept for two
        years. Times are UTC.
      </p>
      <Log href={href} things={installationThings} pageOf={pageOf} {...log} />
    </OperatorPage>
  )
}

function Download({ href, rows, query }: Omit<Props<unknown>, 'visit'> & { href: string }) {
  if (rows.length === 0) return null
  return (
    <a class="button" href={linkTo(`${href}.csv`, query)}>
      Download as CSV
    </a>
  )
}

interface LogProps extends Omit<Props<unknown>, 'visit'> {
  /** Address of the log without a filter. */
  href: string
  /** What the filter offers. */
  things: readonly { value: string; label: string }[]
  /** Address of a target that has a page. */
  pageOf: (target: string) => string | undefined
}

function Log({ href, things, pageOf, rows, nextCursor, query }: LogProps) {
  const filtered = Object.keys(query).length > 0
  return (
    <>
      <Filters href={href} things={things} query={query} filtered={filtered} />
      {rows.length > 0 ? (
        <Table caption="Audit log" columns={columnsFor(href, pageOf, query)} rows={rows} />
      ) : (
        <Empty title={filtered ? 'No matching entries' : 'No entries yet'}>
          <p>
            {filtered ? 'Change the filter, or clear it.' : 'Everything that people and API keys do here is listed.'}
          </p>
        </Empty>
      )}
      <OlderAt href={href} filters={query} cursor={nextCursor} />
    </>
  )
}

const things = [
  { value: '', label: 'All' },
  { value: 'export', label: 'Exports' },
  { value: 'agent-job', label: 'Agent jobs' },
  { value: 'key', label: 'API keys' },
  { value: 'project', label: 'Projects' },
  { value: 'domain', label: 'Domains' },
  { value: 'credential', label: 'Credentials' },
  { value: 'member', label: 'People' },
  { value: 'organization', label: 'Organization' },
]

const installationThings = [
  { value: '', label: 'All' },
  { value: 'session', label: 'Sign-ins' },
  { value: 'sign-in', label: 'Blocked sign-ins' },
  { value: 'person', label: 'People' },
  { value: 'password', label: 'Passwords' },
  { value: 'totp', label: 'Two-factor' },
  { value: 'recovery-code', label: 'Used recovery codes' },
  { value: 'host-key', label: 'Host keys' },
]

type FiltersProps = Pick<LogProps, 'href' | 'things' | 'query'> & { filtered: boolean }

/** Nothing is changed by it, so it is a plain form, and its address can be kept. */
function Filters({ href, things, query, filtered }: FiltersProps) {
  const { action = '' } = query
  const known = things.some(({ value }) => value === action)
  const options = known ? things : [...things, { value: action, label: action }]
  return (
    <form class="filters" method="get" action={href}>
      <Field label="Actor" name="actor" value={query.actor ?? ''} placeholder="Name, email or id" />
      <Choice label="Action" name="action" options={options} value={action} />
      <Day label="From" name="from" value={query.from} />
      <Day label="To" name="to" value={query.to} />
      <div class="actions">
        <button type="submit">Filter</button>
        {filtered && <a href={href}>Clear</a>}
      </div>
    </form>
  )
}

function Day({ label, name, value }: { label: string; name: string; value: string | undefined }) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input id={name} name={name} type="date" value={value ?? ''} />
    </div>
  )
}

function columnsFor(href: string, pageOf: LogProps['pageOf'], query: AuditQuery): Column<AuditRow>[] {
  return [
    { title: 'Time', cell: ({ at: time }) => <span class="nowrap">{formatExactly(time)}</span> },
    {
      title: 'Actor',
      cell: ({ actor, actorName }) => (
        <span class="pair">
          <Name class="narrow" text={actorName ?? actor} href={linkTo(href, { ...query, actor })} />
          {actorName !== null && <Id text={actor.slice(actor.indexOf(':') + 1)} />}
        </span>
      ),
    },
    {
      title: 'Action',
      cell: ({ action }) => (
        <a class="narrow nowrap" href={linkTo(href, { ...query, action })}>
          {action}
        </a>
      ),
    },
    { title: 'Target', cell: ({ target }) => <Target target={target} page={pageOf(target)} /> },
    { title: 'Address', cell: ({ address }) => (address === null ? '' : <Id text={address} />) },
    { title: 'Outcome', cell: ({ outcome }) => outcome },
  ]
}

/** What has a page of its own is known by its id. */
const pages: readonly [RegExp, string][] = [
  [idForm('export'), 'exports'],
  [idForm('agentJob'), 'agent-jobs'],
  [idForm('project'), 'projects'],
  [idForm('key'), 'keys'],
]

function Target({ target, page }: { target: string; page: string | undefined }) {
  if (page !== undefined) return <Id text={target} href={page} />
  return (
    <span class="pair">
      {target.split(' ').map((text) => (
        <Id text={text} />
      ))}
    </span>
  )
}

function Id(props: { text: string; href?: string }) {
  return (
    <code>
      <Name {...props} />
    </code>
  )
}

function linkTo(href: string, query: AuditQuery): string {
  const text = new URLSearchParams(query).toString()
  return `${href}${text && `?${text}`}`
}

function formatExactly(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ')
}
