import { nameOf as nameOfPullRequest } from '../../agent-jobs/agent-job-list.tsx'
import { titleOf } from '../../agent-jobs/find-agent-job.ts'
import { hasRole } from '../../enter-organization.ts'
import { Copy } from '../../view/copy.tsx'
import { Empty } from '../../view/empty.tsx'
import { ActionForm } from '../../view/forms/form.tsx'
import { at, Page } from '../../view/layout/page.tsx'
import { Name } from '../../view/name.tsx'
import { formatCount, formatMany } from '../../view/numbers.ts'
import { OutsideLink } from '../../view/outside-link.tsx'
import { Status } from '../../view/status.tsx'
import { type Column, Table } from '../../view/table.tsx'
import { Time } from '../../view/time.tsx'
import type { MemberVisit } from '../../visit.ts'
import { ConnectionReport } from '../connection-report.tsx'
import { ProjectTabs } from '../project-tabs.tsx'
import { actionOf, type ProjectView } from '../project-view.ts'
import { SourceFacts } from '../source-facts.tsx'
import { checkHealth } from './health.ts'
import type { Overview } from './read-overview.ts'
import { SiteCard } from './site-card.tsx'

interface Props {
  view: ProjectView
  overview: Overview
}

/** A project at a glance: what readers get, whether it works, and what was done last. */
export function OverviewPage({ view, overview }: Props) {
  const { visit, project, checks } = view
  const trail = [{ href: '/projects', name: 'Projects' }]
  return (
    <Page visit={visit} title={project.name} section="projects" trail={trail} action={<Actions view={view} />}>
      <ProjectTabs view={view} />
      {checks && <ConnectionReport checks={checks} />}
      <Sites view={view} overview={overview} />
      <h2>Health</h2>
      <Health view={view} overview={overview} />
      <RecentExports visit={visit} view={view} exports={overview.exports} />
      <RecentAgentJobs visit={visit} view={view} agentJobs={overview.agentJobs} />
      <h2>About this project</h2>
      <Facts view={view} />
    </Page>
  )
}

function Actions({ view }: { view: ProjectView }) {
  const { visit, domains, mayChange } = view
  const [domain] = domains
  return (
    <div class="actions">
      {mayChange && (
        <ActionForm visit={visit} action={actionOf(view, 'test')}>
          <button type="submit">Test connection</button>
        </ActionForm>
      )}
      {domain && hasRole(visit.organization.role, 'writer') && (
        <a class="button primary" href={at(visit, `/exports/new?domain=${domain.name}`)}>
          Start an export
        </a>
      )}
    </div>
  )
}

function Sites({ view, overview }: Props) {
  const { visit, project, domains, mayChange } = view
  if (overview.sites.length === 0) {
    return (
      <Empty title="No domain yet">
        <p>
          You start exports by domain.{' '}
          {mayChange ? (
            <a href={at(visit, `/projects/${project.id}/domains`)}>Add a domain</a>
          ) : (
            `An admin of ${visit.organization.name} can add one.`
          )}
        </p>
      </Empty>
    )
  }
  const left = domains.length - overview.sites.length
  return (
    <>
      <div class="sites">
        {overview.sites.map((site) => (
          <SiteCard visit={visit} projectId={project.id} site={site} />
        ))}
      </div>
      {left > 0 && (
        <p class="more">
          <a href={at(visit, `/projects/${project.id}/domains`)}>{formatMany(left, 'more domain')}</a>
        </p>
      )}
    </>
  )
}

function Health({ view, overview }: Props) {
  return (
    <dl class="facts">
      {checkHealth(view, overview).map(({ name, tone, sentence, href }) => (
        <>
          <dt>{name}</dt>
          <dd>
            <span class={`status ${tone}`}>
              {href === undefined ? sentence : <a href={at(view.visit, href)}>{sentence}</a>}
            </span>
          </dd>
        </>
      ))}
    </dl>
  )
}

type ExportRow = Overview['exports'][number]

function RecentExports({ visit, view, exports }: { visit: MemberVisit; view: ProjectView; exports: ExportRow[] }) {
  const only = view.domains.length === 1 ? view.domains[0] : undefined
  const all = at(visit, `/exports${only === undefined ? '' : `?domain=${only.name}`}`)
  return (
    <>
      <h2>Recent exports</h2>
      {exports.length === 0 ? (
        <p class="quiet">No exports yet.</p>
      ) : (
        <>
          <Table caption="Recent exports" columns={exportColumns(visit)} rows={exports} />
          <p class="more">
            <a href={all}>{formatMany(view.project.exports, 'export')}</a>
          </p>
        </>
      )}
    </>
  )
}

function exportColumns(visit: MemberVisit): Column<ExportRow>[] {
  return [
    {
      title: 'Status',
      cell: ({ status, errorCode }) => <Status of={errorCode === 'cancelled' ? errorCode : status} />,
    },
    {
      title: 'Export',
      cell: ({ id, version, commit }) => (
        <Name text={version ?? commit?.slice(0, 7) ?? id} href={at(visit, `/exports/${id}`)} />
      ),
    },
    { title: 'Domain', cell: ({ domain }) => <Name text={domain} /> },
    { title: 'Errors', align: 'end', cell: ({ errors }) => formatCount(errors) },
    { title: 'Warnings', align: 'end', cell: ({ warnings }) => formatCount(warnings) },
    { title: 'Started', cell: ({ startedAt, created_at }) => <Time at={startedAt ?? created_at} /> },
  ]
}

type AgentJobRow = Overview['agentJobs'][number]

function RecentAgentJobs({
  visit,
  view,
  agentJobs,
}: {
  visit: MemberVisit
  view: ProjectView
  agentJobs: AgentJobRow[]
}) {
  const { id, agentJobs: count } = view.project
  return (
    <>
      <h2>Recent agent jobs</h2>
      {agentJobs.length === 0 ? (
        <p class="quiet">
          No agent jobs yet.{' '}
          {hasRole(visit.organization.role, 'writer') && (
            <a href={at(visit, `/agent-jobs/new?project=${id}`)}>Start an agent job</a>
          )}
        </p>
      ) : (
        <>
          <Table caption="Recent agent jobs" columns={agentJobColumns(visit)} rows={agentJobs} />
          <p class="more">
            <a href={at(visit, `/agent-jobs?project=${id}`)}>{formatMany(count, 'agent job')}</a>
          </p>
        </>
      )}
    </>
  )
}

function agentJobColumns(visit: MemberVisit): Column<AgentJobRow>[] {
  return [
    { title: 'Status', cell: ({ status }) => <Status of={status} /> },
    {
      title: 'Agent job',
      cell: (agentJob) => <a href={at(visit, `/agent-jobs/${agentJob.id}`)}>{titleOf(agentJob)}</a>,
    },
    {
      title: 'Pull request',
      cell: ({ prLink }) =>
        prLink === null ? '–' : <OutsideLink href={prLink}>{nameOfPullRequest(prLink)}</OutsideLink>,
    },
    { title: 'Requested', cell: ({ created_at }) => <Time at={created_at} /> },
  ]
}

function Facts({ view: { project } }: { view: ProjectView }) {
  return (
    <dl class="facts">
      <dt>Project id</dt>
      <dd>
        <Copy text={project.id} label="the project's id" />
      </dd>
      <SourceFacts project={project} />
      <dt>Connected</dt>
      <dd>
        <Time at={project.createdAt} />
      </dd>
    </dl>
  )
}
