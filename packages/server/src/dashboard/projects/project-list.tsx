import type { ListedKey } from '../../core/keys/list-keys.ts'
import type { FirstSteps } from '../../core/organizations/read-first-steps.ts'
import type { listProjectPage } from '../../core/projects/list-project-page.ts'
import { hasRole } from '../enter-organization.ts'
import { ExpiringKeys } from '../keys/expiring-keys.tsx'
import { Copy } from '../view/copy.tsx'
import { Empty } from '../view/empty.tsx'
import { Older } from '../view/layout/older.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { Name, Path } from '../view/name.tsx'
import { type Column, Table } from '../view/table.tsx'
import { Time } from '../view/time.tsx'
import type { MemberVisit } from '../visit.ts'
import { FirstStepList } from './first-steps.tsx'

type ProjectPage = Awaited<ReturnType<typeof listProjectPage>>
type Project = ProjectPage['projects'][number]

interface Props extends ProjectPage {
  visit: MemberVisit
  /** For those who can take them. */
  steps: FirstSteps | undefined
  /** For those who can rotate them. */
  keys: readonly ListedKey[]
}

export function ProjectList({ visit, projects, nextCursor, steps, keys }: Props) {
  const mayConnect = hasRole(visit.organization.role, 'admin')
  const connect = mayConnect && (
    <a class="button primary" href={at(visit, '/projects/new')}>
      Connect a repository
    </a>
  )
  return (
    <Page visit={visit} title="Projects" section="projects" action={projects.length > 0 && connect}>
      <ExpiringKeys visit={visit} keys={keys} />
      {steps && <FirstStepList visit={visit} steps={steps} />}
      {projects.length > 0 ? (
        <Table caption="Projects" columns={columnsFor(visit)} rows={projects} />
      ) : (
        <Empty title="No projects yet">
          <p>A project is a documentation repository: a folder with a docs.json and its pages.</p>
          {/* Whoever can connect one has the first steps above. */}
          {!mayConnect && <p>An admin of {visit.organization.name} can connect one.</p>}
        </Empty>
      )}
      <Older visit={visit} path="/projects" cursor={nextCursor} label="Next projects" />
    </Page>
  )
}

function columnsFor(visit: MemberVisit): Column<Project>[] {
  return [
    { title: 'Name', cell: ({ id, name }) => <Name text={name} href={at(visit, `/projects/${id}`)} /> },
    { title: 'Project id', cell: ({ id, name }) => <Copy text={id} label={`the id of ${name}`} /> },
    {
      title: 'Repository',
      cell: ({ repository }) => (
        <code>
          <Path text={repository} />
        </code>
      ),
    },
    {
      title: 'Branch',
      cell: ({ branch }) => (
        <code>
          <Path text={branch} />
        </code>
      ),
    },
    { title: 'Connected', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ]
}
