import { agentJobStatus } from '@bindery/contract'
import type { AgentJobSummary } from '../../core/agent-jobs/read/list-agent-job-history.ts'
import type { ProjectName } from '../../core/projects/list-project-names.ts'
import { hasRole } from '../enter-organization.ts'
import { revisionOf } from '../follow-list.ts'
import { Empty } from '../view/empty.tsx'
import { Pick } from '../view/forms/pick.tsx'
import { Older } from '../view/layout/older.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { LiveList } from '../view/live-list.tsx'
import { Name } from '../view/name.tsx'
import { formatCount } from '../view/numbers.ts'
import { OutsideLink } from '../view/outside-link.tsx'
import { Status } from '../view/status.tsx'
import { type Column, Table } from '../view/table.tsx'
import { StartTime } from '../view/time.tsx'
import { WhoStarts } from '../view/who-starts.tsx'
import type { MemberVisit } from '../visit.ts'
import { titleOf } from './find-agent-job.ts'

interface Props {
  visit: MemberVisit
  agentJobs: AgentJobSummary[]
  nextCursor: string | null
  filters: { project?: string | undefined; status?: string | undefined }
  projects: ProjectName[]
}

export function AgentJobList({ visit, agentJobs, nextCursor, filters, projects }: Props) {
  const mayAsk = hasRole(visit.organization.role, 'writer') && projects.length > 0
  const ask = mayAsk && (
    <a class="button primary" href={at(visit, '/agent-jobs/new')}>
      New agent job
    </a>
  )
  const isFiltered = filters.project !== undefined || filters.status !== undefined
  const isNew = agentJobs.length === 0 && !isFiltered
  return (
    <Page visit={visit} title="Agent jobs" section="agent-jobs" action={!isNew && ask}>
      {!isNew && <Filters visit={visit} filters={filters} projects={projects} />}
      {!isNew && <AgentJobRows visit={visit} agentJobs={agentJobs} nextCursor={nextCursor} filters={filters} />}
      {isNew && <FirstAgentJob visit={visit} ask={ask} hasProjects={projects.length > 0} />}
    </Page>
  )
}

/** The part that moves, also as the fragment that moves it. */
export function AgentJobRows({ visit, agentJobs, nextCursor, filters }: Omit<Props, 'projects'>) {
  return (
    <LiveList visit={visit} path="/agent-jobs/live" revision={revisionOf(agentJobs)}>
      {agentJobs.length > 0 && <Table caption="Agent jobs" columns={columnsFor(visit)} rows={agentJobs} />}
      <Older visit={visit} path="/agent-jobs" filters={filters} cursor={nextCursor} />
      {agentJobs.length === 0 && (
        <Empty title="No matching agent jobs">
          <p>
            No agent job matches these filters. <a href={at(visit, '/agent-jobs')}>Show all agent jobs</a>
          </p>
        </Empty>
      )}
    </LiveList>
  )
}

function FirstAgentJob({ visit, ask, hasProjects }: { visit: MemberVisit; ask: unknown; hasProjects: boolean }) {
  return (
    <Empty title="No agent jobs yet">
      <p>
        Describe a change in your own words. An agent edits the pages, checks them and opens a pull request for you to
        review.
      </p>
      <p>{ask || <WhoStarts visit={visit} isConnected={hasProjects} />}</p>
    </Empty>
  )
}

function Filters({ visit, filters, projects }: Pick<Props, 'visit' | 'filters' | 'projects'>) {
  const byProject = projects.map(({ id, name }) => ({ value: id, label: name }))
  const byStatus = agentJobStatus.options.map((value) => ({ value, label: value }))
  return (
    <form class="filters" method="get" data-instant="" action={at(visit, '/agent-jobs')}>
      <Pick label="Project" name="project" options={byProject} value={filters.project} />
      <Pick label="Status" name="status" options={byStatus} value={filters.status} />
      <button type="submit">Filter</button>
    </form>
  )
}

function columnsFor(visit: MemberVisit): Column<AgentJobSummary>[] {
  return [
    { title: 'Status', cell: ({ status }) => <Status of={status} /> },
    {
      title: 'Agent job',
      cell: (agentJob) => <a href={at(visit, `/agent-jobs/${agentJob.id}`)}>{titleOf(agentJob)}</a>,
    },
    { title: 'Project', cell: ({ projectName }) => <Name text={projectName} /> },
    {
      title: 'Pull request',
      cell: ({ prLink }) => (prLink === null ? '–' : <OutsideLink href={prLink}>{nameOf(prLink)}</OutsideLink>),
    },
    { title: 'Tokens', align: 'end', cell: ({ usage }) => formatCount(usage.inputTokens + usage.outputTokens) },
    {
      title: 'Requested',
      cell: ({ created_at, startedBy }) => <StartTime at={created_at} by={startedBy} />,
    },
  ]
}

/** `#7` of `…/pulls/7`; the address itself where it ends otherwise. */
export function nameOf(prLink: string): string {
  const [, number] = /\/(\d+)\/?$/.exec(prLink) ?? []
  return number === undefined ? prLink : `#${number}`
}
