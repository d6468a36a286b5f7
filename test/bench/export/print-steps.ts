import pg from 'pg'
import type { Service } from '../../../deploy/local/start-service.ts'
import type { UsageSamples } from './sample-usage.ts'

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

/** The same with processor time and bytes, a line for each step. A step that runs beside another has the figures of both. */
export async function printUsage(service: Service, jobId: string, samples: UsageSamples): Promise<void> {
  const steps = Map.groupBy(await readSteps(service, jobId), ({ step }) => step)
  for (const [step, runs] of steps) {
    const { from, to } = spanOf(runs)
    const { cpuSeconds, bytesRead, bytesWritten } = samples.between(from, to)
    const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
    console.log(
      `  ${step.padEnd(18)} ${((to - from) / 1000).toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of CPU, ${megabytes(bytesRead)} MB read, ${megabytes(bytesWritten)} MB written`,
    )
  }
}

function describe(step: string, runs: readonly RecordedStep[]): string {
  const work = runs.reduce((sum, { startedAt, endedAt }) => sum + endedAt - startedAt, 0) / 1000
  if (runs.length === 1) return `${step} ${work.toFixed(1)} s`
  const { from, to } = spanOf(runs)
  return `${step} ${runs.length} × ${(work / runs.length).toFixed(1)} s in ${((to - from) / 1000).toFixed(1)} s`
}

function spanOf(runs: readonly RecordedStep[]): { from: number; to: number } {
  return { from: Math.min(...runs.map((run) => run.startedAt)), to: Math.max(...runs.map((run) => run.endedAt)) }
}
