import type { World } from '../open-world.ts'
import type { HostileJob } from './start-jobs.ts'

export interface HostileEnd {
  kind: string
  seconds: number
  /** Failed in time, as it must, with a sentence; else why it counts as not. */
  isRight: boolean
  line: string
}

interface Row {
  id: string
  status: string
  error: string | null
  error_code: string | null
  seconds: number
  ended: number
}

/** How each hostile job ended, and whether it did what it is built to do. */
export async function readHostile({ pool }: World, jobs: HostileJob[]): Promise<HostileEnd[]> {
  const { rows } = await pool.query<Row>(readRows, [jobs.map(({ jobId }) => jobId)])
  return jobs.map(({ jobId, site }) => {
    const row = rows.find(({ id }) => id === jobId) as Row
    const isRight =
      row.status === 'failed' &&
      Boolean(row.error) &&
      row.error_code === site.errorCode &&
      row.ended === site.processesEnded
    const line = `${site.kind}: ${row.status} ${row.error_code} after ${row.seconds} s, ${row.ended} processes ended: ${row.error}`
    return { kind: site.kind, seconds: row.seconds, isRight, line }
  })
}

const readRows = `
  select id, status, error, error_code, cardinality(ended_processes) as ended,
    round(extract(epoch from coalesce(ended_at, now()) - created_at))::int as seconds
  from export where id = any($1)`

/** One line of each kind, that of the job which took longest; one that did not end as it must goes before. */
export function describeKinds(ends: HostileEnd[]): string[] {
  const kinds = Map.groupBy(ends, ({ kind }) => kind)
  return [...kinds.values()].map((of) => {
    const [worst] = of.toSorted((a, b) => Number(a.isRight) - Number(b.isRight) || b.seconds - a.seconds)
    return `${of.filter(({ isRight }) => isRight).length} of ${of.length} ${worst?.line}`
  })
}
