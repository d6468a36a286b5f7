import { labelStep } from '../../core/steps/step-labels.ts'
import { revisionOf } from '../follow-list.ts'
import { ActionForm, Confirm } from '../view/forms/form.tsx'
import { FormId } from '../view/forms/form-id.tsx'
import { Live } from '../view/live.tsx'
import { Name } from '../view/name.tsx'
import { formatCount, formatMany } from '../view/numbers.ts'
import { Status } from '../view/status.tsx'
import { type Column, Table } from '../view/table.tsx'
import { formatDuration, Time } from '../view/time.tsx'
import type { PersonVisit } from '../visit.ts'
import type { Installation } from './read-installation.ts'

type Job = Installation['open'][number]
type Failure = Installation['failures'][number]
type Step = Installation['steps'][number]
type Organization = Installation['organizations'][number]

// Longer than any step that shows no progress takes on a healthy installation.
const stuckSeconds = 15 * 60

/** What moves, also as the fragment that moves it. */
export function Work({ visit, work }: { visit: PersonVisit; work: Pick<Installation, 'open' | 'failures'> }) {
  const { open, failures } = work
  return (
    <Live href={`${visit.base}/operator/live`} revision={revisionOf(work)} ended={false}>
      <OpenJobs visit={visit} jobs={open} />
      <Failures visit={visit} failures={failures} />
    </Live>
  )
}

function OpenJobs({ visit, jobs }: { visit: PersonVisit; jobs: Job[] }) {
  const stuck = jobs.filter(isStuck).length
  return (
    <>
      <h2 id="work">Jobs in progress</h2>
      {stuck > 0 && (
        <p class="warning">
          {formatMany(stuck, 'job has', 'jobs have')} made no progress for {formatDuration(stuckSeconds)}. Check that a
          worker is alive, then search its log for the job’s id.
        </p>
      )}
      {jobs.length > 0 ? (
        <Table caption="Jobs in progress" columns={openColumns(visit)} rows={jobs} />
      ) : (
        <p class="quiet">No jobs are queued or running.</p>
      )}
    </>
  )
}

const isStuck = ({ idleSeconds }: Job) => idleSeconds > stuckSeconds

function openColumns(visit: PersonVisit): Column<Job>[] {
  return [
    { title: 'Status', cell: (job) => <Status of={isStuck(job) ? 'stuck' : job.status} /> },
    { title: 'What', cell: (job) => <JobLink visit={visit} job={job} /> },
    { title: 'Organization', cell: (job) => <OrganizationLink visit={visit} of={job} /> },
    { title: 'Age', align: 'end', cell: ({ seconds }) => <span class="nowrap">{formatDuration(seconds)}</span> },
    {
      title: 'Idle',
      align: 'end',
      cell: ({ idleSeconds }) => <span class="nowrap">{formatDuration(idleSeconds)}</span>,
    },
    { title: 'Attempts', align: 'end', cell: ({ attempts }) => formatCount(attempts) },
    { title: 'Cancel', cell: (job) => <Cancel visit={visit} job={job} /> },
  ]
}

function Cancel({ visit, job: { kind, id, what, organization } }: { visit: PersonVisit; job: Job }) {
  return (
    <Confirm
      visit={visit}
      id={`cancel-${id}`}
      action={`/operator/${kind}s/${id}/cancel`}
      offer="Cancel"
      sentence={`The ${nameOfKind(kind)} “${what}” of ${organization} stops and counts as failed.`}
      label={`Cancel ${nameOfKind(kind)}`}
    />
  )
}

function Failures({ visit, failures }: { visit: PersonVisit; failures: Failure[] }) {
  return (
    <>
      <h2 id="failures">Recent failures</h2>
      {failures.length > 0 ? (
        <Table caption="Recent failures" columns={failureColumns(visit)} rows={failures} />
      ) : (
        <p class="quiet">Nothing has failed.</p>
      )}
    </>
  )
}

function failureColumns(visit: PersonVisit): Column<Failure>[] {
  return [
    { title: 'When', cell: ({ at }) => <Time at={at} /> },
    { title: 'What', cell: (failure) => <JobLink visit={visit} job={failure} /> },
    { title: 'Organization', cell: (failure) => <OrganizationLink visit={visit} of={failure} /> },
    {
      title: 'Why',
      cell: ({ errorCode, error }) => (
        <>
          <code>{errorCode}</code> <span class="clamp">{error}</span>
        </>
      ),
    },
    {
      title: 'Retry',
      cell: ({ kind, id }) =>
        kind === 'export' && (
          <ActionForm visit={visit} action={`/operator/exports/${id}/retry`}>
            <FormId />
            <button type="submit">Retry</button>
          </ActionForm>
        ),
    },
  ]
}

export function Steps({ steps }: { steps: Step[] }) {
  return (
    <>
      <h2 id="steps">Slowest steps of the last day</h2>
      {steps.length > 0 ? (
        <Table caption="Slowest steps of the last day" columns={stepColumns} rows={steps} />
      ) : (
        <p class="quiet">No step has run in the last day.</p>
      )}
    </>
  )
}

const format = (seconds: number) => (seconds < 10 ? `${seconds.toFixed(2)} s` : formatDuration(seconds))

const stepColumns: Column<Step>[] = [
  { title: 'Step', cell: ({ name }) => labelStep(name) },
  { title: 'Times', align: 'end', cell: ({ times }) => formatCount(times) },
  { title: 'Median', align: 'end', cell: ({ medianSeconds }) => format(medianSeconds) },
  { title: 'Slowest', align: 'end', cell: ({ slowestSeconds }) => format(slowestSeconds) },
]

export function Organizations({ visit, organizations }: { visit: PersonVisit; organizations: Organization[] }) {
  return (
    <>
      <h2 id="organizations">Organizations</h2>
      {organizations.length > 0 ? (
        <Table caption="Organizations" columns={organizationColumns(visit)} rows={organizations} />
      ) : (
        <p>No organizations yet.</p>
      )}
      <p class="more">
        <a class="button" href={`${visit.base}/operator/organizations/new`}>
          Create an organization
        </a>
      </p>
    </>
  )
}

function organizationColumns(visit: PersonVisit): Column<Organization>[] {
  return [
    {
      title: 'Name',
      cell: ({ id, name, suspended }) => (
        <>
          <OrganizationLink visit={visit} of={{ organizationId: id, organization: name }} />{' '}
          {suspended && <span class="badge bad">suspended</span>}
        </>
      ),
    },
    { title: 'Plan', cell: ({ plan }) => plan },
    { title: 'Projects', align: 'end', cell: ({ projects }) => formatCount(projects) },
    { title: 'Exports, 30 days', align: 'end', cell: ({ exports }) => formatCount(exports) },
    { title: 'Agent jobs, 30 days', align: 'end', cell: ({ agentJobs }) => formatCount(agentJobs) },
    {
      title: 'Change',
      cell: ({ id, name }) => (
        <a class="nowrap" href={`${visit.base}/operator/organizations/${id}`} aria-label={`Plan and limits of ${name}`}>
          Plan and limits
        </a>
      ),
    },
  ]
}

const nameOfKind = (kind: Job['kind']): string => (kind === 'agent-job' ? 'agent job' : kind)

interface Owned {
  organizationId: string
  organization: string
}

function OrganizationLink({ visit, of }: { visit: PersonVisit; of: Owned }) {
  return <Name text={of.organization} href={`${visit.base}/dashboard/${of.organizationId}/projects`} />
}

function JobLink({
  visit,
  job,
}: {
  visit: PersonVisit
  job: Owned & { kind: 'export' | 'agent-job'; id: string; what: string }
}) {
  return (
    <span class="pair">
      <span class="badge">{nameOfKind(job.kind)}</span>
      <Name text={job.what} href={`${visit.base}/dashboard/${job.organizationId}/${job.kind}s/${job.id}`} />
    </span>
  )
}
