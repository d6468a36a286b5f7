import type { ExportRecord } from '../../core/exports/read/read-export.ts'
import type { ExportStepRecord } from '../../core/operator/list-export-steps.ts'
import { hasRole } from '../enter-organization.ts'
import { Copy } from '../view/copy.tsx'
import { ActionForm, Choice, Confirm } from '../view/forms/form.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { formatBytes, formatMany } from '../view/numbers.ts'
import { Time } from '../view/time.tsx'
import type { MemberVisit } from '../visit.ts'
import { ExportProgress, hasEnded } from './export-progress.tsx'
import { type EarlierExport, nameEarlier } from './name-earlier.ts'
import { viewPath } from './view-link.tsx'
import { Waterfall } from './waterfall.tsx'
import { whatNext } from './what-next.ts'

interface Props {
  visit: MemberVisit
  job: ExportRecord
  /** What a delta may start from. */
  earlier: EarlierExport[]
  steps: ExportStepRecord[]
  /** Whether a failed export got as far as a report. */
  reported: boolean
}

/** An export as a story: how it stands, what to do next, and then what it was made of. */
export function ExportPage({ visit, job, earlier, steps, reported }: Props) {
  return (
    <Page visit={visit} title={job.domain} section="exports" trail={[{ href: '/exports', name: 'Exports' }]}>
      <ExportProgress visit={visit} job={job} steps={steps} />
      {job.status === 'completed' && <TakeIt visit={visit} job={job} earlier={earlier} />}
      {job.status === 'failed' && <FixIt visit={visit} job={job} reported={reported} />}
      {!hasEnded(job) && <StopIt visit={visit} job={job} />}
      <h2>About this export</h2>
      <Facts visit={visit} job={job} />
      {steps.length > 0 && hasEnded(job) && (
        <>
          <h2>Where the time went</h2>
          <Waterfall steps={steps} untilMs={job.endedAt?.getTime() ?? Date.now()} />
        </>
      )}
    </Page>
  )
}

function TakeIt({ visit, job, earlier }: Pick<Props, 'visit' | 'job' | 'earlier'>) {
  const here = `/dashboard/${visit.organization.organizationId}/exports/${job.id}`
  const isOver = job.retainedUntil !== null && job.retainedUntil.getTime() <= Date.now()
  const whole = { value: '', label: `The whole bundle (${formatBytes(job.bundleBytes ?? 0)})` }
  const deltas = earlier.map((one) => ({ value: one.id, label: `Only what changed since ${nameEarlier(one)}` }))
  return (
    <>
      <h2>What to do next</h2>
      {isOver ? (
        <p>
          The files of this export have been deleted. <StartAgain visit={visit} job={job} />
        </p>
      ) : (
        <ActionForm visit={visit} action={`${here}/bundle`} class="filters">
          {deltas.length > 0 && <Choice label="What to download" name="since" options={[whole, ...deltas]} />}
          <button class="primary" type="submit">
            Get a bundle link
          </button>
        </ActionForm>
      )}
      <p class="actions">
        {!isOver && (
          <a class="button" href={viewPath(visit, job.id)} target="_blank" rel="noopener">
            View site
          </a>
        )}
        <a class="button" href={at(visit, `/exports/${job.id}/report`)}>
          {['Read the report', ...countFindings(job)].join(': ')}
        </a>
        {!isOver && (
          <a class="button" href={at(visit, `/exports/${job.id}/files`)}>
            Browse files
          </a>
        )}
        {!isOver && earlier.length > 0 && (
          <a class="button" href={at(visit, `/exports/${job.id}/changes`)}>
            See what changed
          </a>
        )}
        <a class="button" href={at(visit, `/domains/${job.domain}`)}>
          Publish or roll back
        </a>
      </p>
    </>
  )
}

/** What there is to fix, if anything. */
function countFindings({ errors, warnings }: ExportRecord): string[] {
  const counts = [
    ...(errors > 0 ? [formatMany(errors, 'error')] : []),
    ...(warnings > 0 ? [formatMany(warnings, 'warning')] : []),
  ]
  return counts.length > 0 ? [counts.join(', ')] : []
}

function FixIt({ visit, job, reported }: Pick<Props, 'visit' | 'job' | 'reported'>) {
  const { sentence, lead } = whatNext(job.errorCode)
  return (
    <>
      <div class="refusal">
        <p class="lines">{job.error}</p>
      </div>
      <h2>What to do next</h2>
      <p>{sentence}</p>
      <p class="actions">
        <StartAgain visit={visit} job={job} />
        {lead === 'project' && (
          <a class="button" href={at(visit, `/projects/${job.projectId}`)}>
            Open the project
          </a>
        )}
        {reported && (
          <a class="button" href={at(visit, `/exports/${job.id}/report`)}>
            Read the report
          </a>
        )}
      </p>
    </>
  )
}

/** The form filled in as it was for this export. */
function StartAgain({ visit, job }: Pick<Props, 'visit' | 'job'>) {
  if (!hasRole(visit.organization.role, 'writer')) return null
  const query = new URLSearchParams({ domain: job.domain })
  if (job.requestedRef !== null) query.set('ref', job.requestedRef)
  if (job.requestedPaths !== null) query.set('paths', job.requestedPaths.join('\n'))
  return (
    <a class="button primary" href={`${at(visit, '/exports/new')}?${query}`}>
      Start again
    </a>
  )
}

function StopIt({ visit, job }: Pick<Props, 'visit' | 'job'>) {
  if (!hasRole(visit.organization.role, 'writer')) return null
  return (
    <Confirm
      visit={visit}
      action={`/dashboard/${visit.organization.organizationId}/exports/${job.id}/cancel`}
      offer="Cancel this export"
      sentence={`The export ${job.id} of ${job.domain} stops and counts as failed. Nothing of it is published.`}
      label="Cancel export"
    />
  )
}

function Facts({ visit, job }: Pick<Props, 'visit' | 'job'>) {
  const { requestedPaths, retainedUntil } = job
  return (
    <dl class="facts">
      <dt>Export id</dt>
      <dd>
        <Copy text={job.id} label="the id of this export" />
      </dd>
      <dt>Project</dt>
      <dd>
        <a href={at(visit, `/projects/${job.projectId}`)}>{job.projectName}</a>
      </dd>
      <dt>Version</dt>
      <dd>{job.version ?? 'not known yet'}</dd>
      <dt>Source</dt>
      <dd>
        <code>{job.requestedRef ?? job.projectBranch}</code>
        {job.commit !== null && (
          <>
            {' at '}
            <Copy text={job.commit} label="the commit" />
          </>
        )}
      </dd>
      {job.message !== null && (
        <>
          <dt>Commit message</dt>
          <dd>{job.message}</dd>
        </>
      )}
      {job.startedBy !== null && (
        <>
          <dt>Started by</dt>
          <dd>{job.startedBy}</dd>
        </>
      )}
      <dt>Pages</dt>
      <dd>{requestedPaths === null ? 'every published page' : requestedPaths.join(', ')}</dd>
      <dt>Requested</dt>
      <dd>
        <Time at={job.createdAt} />
      </dd>
      {job.endedAt !== null && (
        <>
          <dt>Ended</dt>
          <dd>
            <Time at={job.endedAt} />
          </dd>
        </>
      )}
      {retainedUntil !== null && (
        <>
          <dt>Files kept until</dt>
          <dd>
            <Time at={retainedUntil} />
          </dd>
        </>
      )}
    </dl>
  )
}
