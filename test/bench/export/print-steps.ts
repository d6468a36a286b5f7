import pg from 'pg'
import type { Service } from '../../../deploy/local/start-service.ts'

const text = `
  select function_name as step, count(*)::int as times,
    sum(completed_at_epoch_ms - started_at_epoch_ms)::float8 / 1000 as work,
    (max(completed_at_epoch_ms) - min(started_at_epoch_ms))::float8 / 1000 as span
  from dbos.operation_outputs
  where workflow_uuid like $1 || '%' and function_name in
    ('begin', 'fetch-source', 'plan', 'keep-chunks', 'render', 'record', 'finish', 'compare-addresses', 'complete')
  group by 1 order by min(started_at_epoch_ms)`

/** Where an export's time went, as the engine has written it down. */
export async function printSteps(service: Service, jobId: string): Promise<void> {
  const client = new pg.Client({ connectionString: service.env.DATABASE_URL ?? '' })
  await client.connect()
  try {
    const { rows } = await client.query<{ step: string; times: number; work: number; span: number }>(text, [jobId])
    const parts = rows.map(({ step, times, work, span }) =>
      times === 1
        ? `${step} ${work.toFixed(1)} s`
        : `${step} ${times} × ${(work / times).toFixed(1)} s in ${span.toFixed(1)} s`,
    )
    console.log(`  ${parts.join(', ')}`)
  } finally {
    await client.end()
  }
}
