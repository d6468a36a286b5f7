import { type Kysely, sql } from 'kysely'
import type { AgentUsage, Tables } from '../../../db/tables.ts'
import { type BudgetQuestion, findSpentBudget } from '../../usage/monthly-budget.ts'
import { AgentJobFailure } from '../agent-job-failure.ts'
import { addUsage } from './add-usage.ts'
import { type AgentJobTurn, holdTurn } from './hold-turn.ts'

interface Reservation {
  /** Usage of the turn without the call. */
  settled: AgentUsage
  /** Upper bound of what the call uses. */
  estimate: AgentUsage
}

/**
 * Counts a model call before it is made, so that a call that never returns is counted too; the answer replaces the estimate.
 * Calls of one organization are admitted one at a time: only the last of them can exceed the budget. Both totals are of the
 * whole turn, so a step that runs again reserves nothing twice.
 */
export async function reserveUsage(
  db: Kysely<Tables>,
  turn: AgentJobTurn,
  { settled, estimate }: Reservation,
  budget: BudgetQuestion,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`agent-budget ${budget.organizationId}`}, 0))`.execute(
      trx,
    )
    const held = await holdTurn(trx, turn)
    const write = (usage: AgentUsage) =>
      trx
        .updateTable('agent_job')
        .set({ usage: JSON.stringify(addUsage(held.earlier_usage, usage)) })
        .where('id', '=', held.id)
        .execute()
    // An attempt that ended early has left its estimate, which must not count against this one.
    await write(settled)
    const spent = await findSpentBudget(trx, budget)
    if (spent !== undefined) throw new AgentJobFailure('monthly_budget_spent', spent)
    await write(addUsage(settled, estimate))
  })
}
