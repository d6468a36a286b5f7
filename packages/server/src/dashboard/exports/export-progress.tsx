import type { ExportRecord } from '../../core/exports/read/read-export.ts'
import type { ExportStepRecord } from '../../core/operator/list-export-steps.ts'
import { at } from '../view/layout/page.tsx'
import { Live } from '../view/live.tsx'
import { formatCount } from '../view/numbers.ts'
import { Status } from '../view/status.tsx'
import { formatDuration, Time } from '../view/time.tsx'
import type { MemberVisit } from '../visit.ts'
import { estimateExport } from './estimate-export.ts'
import { Waterfall } from './waterfall.tsx'

export const hasEnded = ({ status }: ExportRecord) => status === 'completed' || status === 'failed'

interface Story {
  job: ExportRecord
  steps: ExportStepRecord[]
}

/** Changes with the row of the export, and when a step starts or ends. */
export function storyRevision({ job, steps }: Story): string {
  return [job.revision, steps.length, steps.filter(({ endedAtMs }) => endedAtMs !== null).length].join('-')
}

/** Status, progress, figures and steps. Also the fragment that keeps the page current. */
export function ExportProgress({ visit, job, steps }: Story & { visit: MemberVisit }) {
  const { id, status, progress, errorCode } = job
  return (
    <Live href={at(visit, `/exports/${id}/live`)} revision={storyRevision({ job, steps })} ended={hasEnded(job)}>
      <section class="card" aria-label="Status">
        <p class="standing">
          <Status of={errorCode === 'cancelled' ? errorCode : status} />
          {!hasEnded(job) && <span class="quiet">{Math.floor(progress)} %</span>}
        </p>
        {status !== 'failed' && (
          <progress max={100} value={progress} aria-label={`${Math.floor(progress)} percent done`} />
        )}
        {hasEnded(job) ? <Outcome job={job} /> : <UnderWay job={job} />}
      </section>
      {!hasEnded(job) && steps.length > 0 && (
        <>
          <h2>Steps</h2>
          <Waterfall steps={steps} untilMs={Date.now()} />
        </>
      )}
    </Live>
  )
}

function UnderWay({ job }: { job: ExportRecord }) {
  const { pageCount, totalPages, createdAt, status } = job
  if (status === 'queued') {
    return (
      <p class="quiet">
        Queued <Time at={createdAt} />. It starts as soon as a worker is free.
      </p>
    )
  }
  const { pagesPerSecond, secondsLeft } = estimateExport(job)
  return (
    <Figures
      figures={[
        [
          'Pages',
          totalPages === null ? formatCount(pageCount) : `${formatCount(pageCount)} of ${formatCount(totalPages)}`,
        ],
        ['Pages per second', pagesPerSecond === undefined ? '–' : formatCount(Math.round(pagesPerSecond * 10) / 10)],
        ['Time left', secondsLeft === undefined ? '–' : `about ${formatDuration(secondsLeft)}`],
      ]}
    />
  )
}

function Outcome({ job }: { job: ExportRecord }) {
  const { pageCount, pagesRendered, pagesReused, errors, warnings, startedAt, endedAt } = job
  const seconds = startedAt && endedAt ? (endedAt.getTime() - startedAt.getTime()) / 1000 : undefined
  return (
    <Figures
      figures={[
        ['Pages', formatCount(pageCount)],
        ['Rendered', formatCount(pagesRendered)],
        ['Reused', formatCount(pagesReused)],
        ['Errors', formatCount(errors)],
        ['Warnings', formatCount(warnings)],
        ['Took', seconds === undefined ? '–' : formatDuration(seconds)],
      ]}
    />
  )
}

function Figures({ figures }: { figures: [name: string, value: string][] }) {
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
