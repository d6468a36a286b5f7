import { idForm } from '@bindery/contract'
import type { AuditRow } from '../../core/audit/list-audit.ts'
import { Empty } from '../view/empty.tsx'
import { Choice, Field } from '../view/forms/form.tsx'
import { Older } from '../view/layout/older.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { type Column, Table } from '../view/table.tsx'
import type { MemberVisit } from '../visit.ts'
import type { AuditQuery } from './read-audit-query.ts'

interface Props {
  visit: MemberVisit
  rows: readonly AuditRow[]
  nextCursor: string | null
  query: AuditQuery
}

export function AuditPage({ visit, rows, nextCursor, query }: Props) {
  const filtered = Object.keys(query).length > 0
  const download = rows.length > 0 && (
    <a class="button" href={linkTo(visit, query, '/audit.csv')}>
      Download as CSV
    </a>
  )
  return (
    <Page visit={visit} title="Audit" section="audit" action={download}>
      <p class="lead">Who did what, and from where. Entries are kept for two years. Times are UTC.</p>
      <Filters visit={visit} query={query} filtered={filtered} />
      {rows.length > 0 ? (
        <Table caption="Audit log" columns={columnsFor(visit, query)} rows={rows} />
      ) : (
        <Empty title={filtered ? 'No matching entries' : 'No entries yet'}>
          <p>
            {filtered ? 'Change the filter, or clear it.' : 'Everything that people and API keys do here is listed.'}
          </p>
        </Empty>
      )}
      <Older visit={visit} path="/audit" filters={query} cursor={nextCursor} />
    </Page>
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

/** Nothing is changed by it, so it is a plain form, and its address can be kept. */
function Filters({ visit, query, filtered }: { visit: MemberVisit; query: AuditQuery; filtered: boolean }) {
  const { action = '' } = query
  const known = things.some(({ value }) => value === action)
  const options = known ? things : [...things, { value: action, label: action }]
  return (
    <form class="filters" method="get" action={at(visit, '/audit')}>
      <Field label="Actor" name="actor" value={query.actor ?? ''} placeholder="Name, email or id" />
      <Choice label="Action" name="action" options={options} value={action} />
      <Day label="From" name="from" value={query.from} />
      <Day label="To" name="to" value={query.to} />
      <div class="actions">
        <button type="submit">Filter</button>
        {filtered && <a href={at(visit, '/audit')}>Clear</a>}
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

function columnsFor(visit: MemberVisit, query: AuditQuery): Column<AuditRow>[] {
  return [
    { title: 'Time', cell: ({ at: time }) => <span class="nowrap">{formatExactly(time)}</span> },
    {
      title: 'Actor',
      cell: ({ actor, actorName }) => (
        <span class="pair">
          <a class="narrow" href={linkTo(visit, { ...query, actor }, '/audit')}>
            {actorName ?? actor}
          </a>
          {actorName !== null && <code>{actor.slice(actor.indexOf(':') + 1)}</code>}
        </span>
      ),
    },
    {
      title: 'Action',
      cell: ({ action }) => (
        <a class="narrow" href={linkTo(visit, { ...query, action }, '/audit')}>
          {action}
        </a>
      ),
    },
    { title: 'Target', cell: ({ target }) => <Target visit={visit} target={target} /> },
    { title: 'Address', cell: ({ address }) => (address === null ? '' : <code>{address}</code>) },
    { title: 'Outcome', cell: ({ outcome }) => outcome },
  ]
}

/** What has a page of its own is known by its id. */
const pages: readonly [RegExp, string][] = [
  [idForm('export'), 'exports'],
  [idForm('edit'), 'edits'],
  [idForm('project'), 'projects'],
  [idForm('key'), 'keys'],
]

function Target({ visit, target }: { visit: MemberVisit; target: string }) {
  const [, section] = pages.find(([shape]) => shape.test(target)) ?? []
  const name = <code>{target}</code>
  return section === undefined ? name : <a href={at(visit, `/${section}/${target}`)}>{name}</a>
}

function linkTo(visit: MemberVisit, query: AuditQuery, path: string): string {
  const text = new URLSearchParams(query).toString()
  return `${at(visit, path)}${text && `?${text}`}`
}

function formatExactly(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ')
}
