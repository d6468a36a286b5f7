import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { AppError } from '../app-error.ts'
import { type Limits, limitFor } from '../limits/limits.ts'
import { costOf, type ModelPrices, type ModelTokens, tokensOf } from './model-prices.ts'

export interface BudgetQuestion {
  organizationId: string
  /** Of the installation, and of the organization where it has some of its own. */
  limits: Limits
  own: Partial<Limits>
  prices: ModelPrices
}

/** What an organization has used this month, and how much it may. Null where there is no limit. */
export interface MonthlyBudget {
  tokens: number
  tokenLimit: number | null
  cost: number
  costLimit: number | null
}

export async function readMonthlyBudget(db: Kysely<Tables>, question: BudgetQuestion): Promise<MonthlyBudget> {
  const { organizationId, limits, own, prices } = question
  const used = await readMonth(db, organizationId)
  const limit = (name: 'agentTokensPerMonth' | 'agentCostPerMonth') => limitFor(name, limits, own) || null
  return {
    tokens: tokensOf(used),
    tokenLimit: limit('agentTokensPerMonth'),
    cost: costOf(used, prices),
    costLimit: limit('agentCostPerMonth'),
  }
}

/** Months are those of UTC, as are the days of the table. */
async function readMonth(db: Kysely<Tables>, organizationId: string): Promise<ModelTokens[]> {
  const { rows } = await sql<ModelTokens>`
    select model, sum(input_tokens)::float8 as "inputTokens", sum(output_tokens)::float8 as "outputTokens"
    from agent_usage
    where organization_id = ${organizationId} and day >= date_trunc('month', now() at time zone 'UTC')::date
    group by model`.execute(db)
  return rows
}

/** Which budget is spent, in a sentence; undefined while there is something left. */
export async function findSpentBudget(db: Kysely<Tables>, question: BudgetQuestion): Promise<string | undefined> {
  const { limits, own, prices } = question
  const hasLimit = limitFor('agentTokensPerMonth', limits, own) > 0 || limitFor('agentCostPerMonth', limits, own) > 0
  if (!hasLimit) return undefined
  const { tokens, tokenLimit, cost, costLimit } = await readMonthlyBudget(db, question)
  if (tokenLimit !== null && tokens >= tokenLimit) return describe(`${tokenLimit.toLocaleString('en')} tokens`)
  if (costLimit !== null && cost >= costLimit) return describe(`${costLimit.toLocaleString('en')} ${prices.currency}`)
}

const describe = (budget: string) =>
  `This organization has used its budget of ${budget} for agent jobs this month. Wait for the next month, or ask the operator for a higher budget.`

/** Before a job costs its first token. */
export async function expectBudget(db: Kysely<Tables>, question: BudgetQuestion): Promise<void> {
  const spent = await findSpentBudget(db, question)
  if (spent !== undefined) throw new AppError('monthly_budget_spent', spent)
}
