import { type RawBuilder, sql } from 'kysely'

/** Condition for the `job_step` rows of a job, including its chunks or turns, or for those of its chunks only. */
export function stepsOf(id: RawBuilder<unknown>, { chunks = false } = {}): RawBuilder<boolean> {
  const [from, to] = chunks ? [':c', ':d'] : ['', ';']
  return sql`workflow_id >= (${id} || ${from}) collate "C" and workflow_id < (${id} || ${to}) collate "C"`
}
