import { keyStatus } from '../../core/keys/key-status.ts'
import type { ListedKey } from '../../core/keys/list-keys.ts'
import { hasRole } from '../enter-organization.ts'
import { Copy } from '../view/copy.tsx'
import { Empty } from '../view/empty.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { Name } from '../view/name.tsx'
import { Status } from '../view/status.tsx'
import { type Column, Table } from '../view/table.tsx'
import type { MemberVisit } from '../visit.ts'
import { ExpiringKeys } from './expiring-keys.tsx'
import { Creator, Expiry, LastUse } from './key-cells.tsx'

interface Props {
  visit: MemberVisit
  keys: readonly ListedKey[]
  projects: readonly Project[]
}

interface Project {
  id: string
  name: string
}

const weekMs = 7 * 86_400_000

export function KeyList({ visit, keys, projects }: Props) {
  const mayCreate = hasRole(visit.organization.role, 'admin')
  const create = mayCreate && (
    <a class="button primary" href={at(visit, '/keys/new')}>
      Create a key
    </a>
  )
  const gone = keys.filter(isLongGone)
  const current = keys.filter((key) => !isLongGone(key))
  return (
    <Page visit={visit} title="API keys" section="keys" action={current.length > 0 && create}>
      {mayCreate && <ExpiringKeys visit={visit} keys={current} />}
      <ProjectIds visit={visit} projects={projects} />
      {projects.length > 0 && <h2>Keys</h2>}
      {current.length > 0 ? (
        <Table caption="API keys" columns={columnsFor(visit)} rows={current} />
      ) : (
        <Empty title="No keys yet">
          <p>A key lets a pipeline start exports and agent jobs, and download the results.</p>
          {mayCreate ? <p>{create}</p> : <p>An admin of {visit.organization.name} can create one.</p>}
        </Empty>
      )}
      {gone.length > 0 && (
        <details class="more">
          <summary>Revoked and expired ({gone.length})</summary>
          <Table caption="Keys that no longer work" columns={columnsFor(visit)} rows={gone} />
        </details>
      )}
    </Page>
  )
}

/** An expired key stays in sight for a week: somebody may be looking for the reason. */
function isLongGone(key: ListedKey): boolean {
  const now = Date.now()
  const status = keyStatus(key, now)
  return status === 'revoked' || (status === 'expired' && (key.expiresAt?.getTime() ?? now) < now - weekMs)
}

function ProjectIds({ visit, projects }: { visit: MemberVisit; projects: readonly Project[] }) {
  if (projects.length === 0) return null
  const columns: Column<Project>[] = [
    { title: 'Project', cell: ({ id, name }) => <Name text={name} href={at(visit, `/projects/${id}`)} /> },
    { title: 'Project id', cell: ({ id, name }) => <Copy text={id} label={`the id of ${name}`} /> },
  ]
  return (
    <>
      <p class="lead">Every API call needs a key. Calls for agent jobs also name a project by its id.</p>
      <Table caption="Project ids" columns={columns} rows={projects} />
    </>
  )
}

function columnsFor(visit: MemberVisit): Column<ListedKey>[] {
  return [
    { title: 'Name', cell: ({ id, name }) => <Name text={name} href={at(visit, `/keys/${id}`)} /> },
    { title: 'Key', cell: ({ prefix }) => <code>{prefix}…</code> },
    { title: 'Status', cell: (key) => <Status of={keyStatus(key, Date.now())} /> },
    { title: 'Scope', cell: ({ scopes }) => scopes.join(', ') },
    { title: 'Expires', cell: (key) => <Expiry of={key} /> },
    { title: 'Last used', cell: (key) => <LastUse of={key} /> },
    { title: 'Created by', cell: (key) => <Creator of={key} /> },
  ]
}
