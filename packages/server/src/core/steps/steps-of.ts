import { type RawBuilder, sql } from 'kysely'

/** The condition for rows of `job_step` of a job, and of its chunks or turns if no more of their id is given. */
export function stepsOf(id: RawBuilder<unknown>, { chunks = false } = {}): RawBuilder<boolean> {
  const [from, to] = chunks ? [':c', ':d'] : ['', ';']
  return sql`workflow_id >= (${id} || ${from}) collate "C" and workflow_id < (${id} || ${to}) collate "C"`
}
