import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Identity of a step: the same in every run of its workflow. */
export interface StepKey {
  workflowId: string
  number: number
  name: string
}

export interface StepStart {
  attempt: number
  /** Earlier attempts during which their worker ended, and those among them that ran alone. */
  deaths: number
  deathsAlone: number
}

/** The rows of `job_step` that this worker writes. */
export interface StepRecords {
  /** Writes no row after `maxDeaths` deaths, because such a step has to wait first. */
  start(step: StepKey, maxDeaths: number): Promise<StepStart>
  /** Writes the row of a step that has waited. */
  startLate(step: StepKey, attempt: number, alone: boolean): Promise<void>
  end(step: StepKey, attempt: number, failed: boolean): Promise<void>
  /** Ends all rows of this worker when it is stopped, so that its steps do not count as deaths. */
  endAll(): Promise<void>
}

export function createStepRecords(db: Kysely<Tables>, worker: string): StepRecords {
  return {
    async start({ workflowId, number, name }, maxDeaths) {
      const { rows } = await sql<StepStart>`
        with earlier as (
          select count(*)::int as attempts, (count(*) filter (where ended_at is null))::int as deaths,
            (count(*) filter (where ended_at is null and alone))::int as deaths_alone
          from job_step where workflow_id = ${workflowId} and number = ${number} and name = ${name}
        ), started as (
          insert into job_step (workflow_id, number, name, attempt, worker)
          select ${workflowId}, ${number}, ${name}, attempts + 1, ${worker} from earlier where deaths < ${maxDeaths}
        )
        select attempts + 1 as attempt, deaths, deaths_alone as "deathsAlone" from earlier`.execute(db)
      return rows[0] as StepStart
    },
    async startLate({ workflowId, number, name }, attempt, alone) {
      await db
        .insertInto('job_step')
        .values({ workflow_id: workflowId, number, name, attempt, worker, alone })
        .execute()
    },
    async end(step, attempt, failed) {
      await update(step, attempt).set({ ended_at: sql`clock_timestamp()`, failed }).execute()
    },
    async endAll() {
      await db
        .updateTable('job_step')
        .set({ ended_at: sql`clock_timestamp()`, failed: true })
        .where('worker', '=', worker)
        .where('ended_at', 'is', null)
        .execute()
    },
  }

  function update({ workflowId, number, name }: StepKey, attempt: number) {
    return db
      .updateTable('job_step')
      .where('workflow_id', '=', workflowId)
      .where('number', '=', number)
      .where('name', '=', name)
      .where('attempt', '=', attempt)
  }
}
