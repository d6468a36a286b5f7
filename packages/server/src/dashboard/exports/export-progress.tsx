import type { ExportRecord } from '../../core/exports/read/read-export.ts'
import { at } from '../view/layout/page.tsx'
import { Live } from '../view/live.tsx'
import { formatCount } from '../view/numbers.ts'
import { Status } from '../view/status.tsx'
import { formatDuration, Time } from '../view/time.tsx'
import type { MemberVisit } from '../visit.ts'
import { estimateExport } from './estimate-export.ts'

export const hasEnded = ({ status }: ExportRecord) => status === 'completed' || status === 'failed'

/** Status, bar and figures: what a look at the page is for. Also the fragment that moves it. */
export function ExportProgress({ visit, job }: { visit: MemberVisit; job: ExportRecord }) {
  const { id, status, progress, errorCode, revision } = job
  return (
    <Live href={at(visit, `/exports/${id}/live`)} revision={String(revision)} ended={hasEnded(job)}>
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
