import { createRequire } from 'node:module'
import { apiVersion } from '@bindery/contract'
import type { WorkerStep } from '../../core/operator/list-workers.ts'
import { labelStep } from '../../core/steps/step-labels.ts'
import { formatBytes, formatCount, formatMany } from '../view/numbers.ts'
import { Trend } from '../view/plot/trend.tsx'
import { Status } from '../view/status.tsx'
import { type Column, Table } from '../view/table.tsx'
import { formatDuration, Time } from '../view/time.tsx'
import type { Installation } from './read-installation.ts'

const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string }

type Worker = Installation['workers'][number]
type Queue = Installation['queues'][number]

/** What must work for anything to work, and how much there is to do. */
export function Health({ installation }: { installation: Installation }) {
  const { storage, database, workers, queues } = installation
  return (
    <>
      <h2 id="health">Health</h2>
      <div class="cards">
        <section class="card">
          <h3>
            <Status of="live" /> Database
          </h3>
          <p>
            Postgres {database.version}, {formatBytes(database.bytes)}, {database.connections} of{' '}
            {database.connectionsAllowed} connections.
          </p>
          <p class="quiet">
            {formatMany(database.migrations, 'migration')}, the last is <code>{database.lastMigration}</code>.
          </p>
        </section>
        <section class="card">
          <h3>
            <Status of={storage === null ? 'live' : 'failed'} /> Object storage
          </h3>
          <p>{storage ?? 'The bucket responds.'}</p>
        </section>
        <section class="card">
          <h3>
            <Status of={workers.length > 0 ? 'live' : 'failed'} /> Workers
          </h3>
          <p>
            {workers.length > 0
              ? `${formatMany(workers.length, 'worker')} alive, running ${formatMany(sumOf(workers), 'step')}.`
              : 'No worker is alive, so queued jobs do not start. Start one with: bindery-server worker.'}
          </p>
          <p class="quiet">
            Bindery {version} (API version {apiVersion}) on Node.js {process.versions.node}.
          </p>
        </section>
      </div>
      {workers.length > 0 && <Table caption="Workers" columns={workerColumns} rows={workers} />}
      <h3>Queues</h3>
      {queues.some(({ waiting, running }) => waiting + running > 0) ? (
        <Table caption="Queues" columns={queueColumns} rows={queues} />
      ) : (
        <p class="quiet">Nothing is queued or running.</p>
      )}
    </>
  )
}

const sumOf = (workers: readonly Worker[]) => workers.reduce((sum, { running }) => sum + running, 0)

const workerColumns: Column<Worker>[] = [
  { title: 'Worker at', cell: ({ address }) => <code>{address ?? 'the database host'}</code> },
  { title: 'Alive since', cell: ({ since }) => <Time at={since} /> },
  { title: 'Cores', align: 'end', cell: ({ cores }) => formatCount(cores) },
  { title: 'Running', align: 'end', cell: ({ running }) => formatMany(running, 'step') },
  { title: 'Longest step', cell: ({ longest }) => (longest ? <LongestStep step={longest} /> : 'none') },
]

function LongestStep({ step: { name, workflowId, seconds } }: { step: WorkerStep }) {
  return (
    <>
      {labelStep(name)}, {formatDuration(seconds)}, of <code>{workflowId}</code>
    </>
  )
}

const queueColumns: Column<Queue>[] = [
  { title: 'Queue', cell: ({ name }) => name },
  { title: 'Waiting', align: 'end', cell: ({ waiting }) => formatCount(waiting) },
  { title: 'Running', align: 'end', cell: ({ running }) => formatCount(running) },
  {
    title: 'Longest wait',
    align: 'end',
    cell: ({ oldestSeconds }) => (oldestSeconds === null ? '–' : formatDuration(oldestSeconds)),
  },
]

/** How it went in the last month. */
export function Trends({ days }: Pick<Installation, 'days'>) {
  const exports = days.map((day) => day.exports)
  const failures = days.map((day) => day.failures)
  const medians = days.map(({ medianSeconds }) => medianSeconds ?? 0)
  const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
  const known = medians.filter((seconds) => seconds > 0)
  return (
    <>
      <h2 id="trends">The last 30 days</h2>
      <div class="cards">
        <Trend
          title="Exports per day"
          values={exports}
          summary={`${formatCount(total(exports))} in total, at most ${formatCount(Math.max(...exports))} in one day.`}
        />
        <Trend
          title="Failures per day"
          values={failures}
          tone="bad"
          summary={`${formatCount(total(failures))} of ${formatMany(total(exports), 'export')} failed or were cancelled.`}
        />
        <Trend
          title="Median export time"
          values={medians}
          summary={
            known.length === 0
              ? 'No export has completed yet.'
              : `Between ${formatDuration(Math.min(...known))} and ${formatDuration(Math.max(...known))} per day.`
          }
        />
      </div>
    </>
  )
}
