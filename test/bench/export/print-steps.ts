import pg from 'pg'
import type { Service } from '../../../deploy/local/start-service.ts'

const text = `
  select name as step, (extract(epoch from started_at) * 1000)::float8 as "startedAt",
    (extract(epoch from ended_at) * 1000)::float8 as "endedAt"
  from job_step where split_part(workflow_id, ':', 1) = $1 and ended_at is not null order by started_at`

export interface RecordedStep {
  step: string
  /** Milliseconds of the clock. */
  startedAt: number
  endedAt: number
}

/** The steps of an export and of its chunks. */
export async function readSteps(service: Service, jobId: string): Promise<RecordedStep[]> {
  const client = new pg.Client({ connectionString: service.env.DATABASE_URL ?? '' })
  await client.connect()
  try {
    return (await client.query<RecordedStep>(text, [jobId])).rows
  } finally {
    await client.end()
  }
}

/** Where an export's time went. */
export async function printSteps(service: Service, jobId: string): Promise<void> {
  const steps = Map.groupBy(await readSteps(service, jobId), ({ step }) => step)
  console.log(`  ${[...steps].map(([step, runs]) => describe(step, runs)).join(', ')}`)
}

function describe(step: string, runs: readonly RecordedStep[]): string {
  const work = runs.reduce((sum, { startedAt, endedAt }) => sum + endedAt - startedAt, 0) / 1000
  if (runs.length === 1) return `${step} ${work.toFixed(1)} s`
  const span = (Math.max(...runs.map((run) => run.endedAt)) - Math.min(...runs.map((run) => run.startedAt))) / 1000
  return `${step} ${runs.length} × ${(work / runs.length).toFixed(1)} s in ${span.toFixed(1)} s`
}
