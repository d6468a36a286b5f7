import type { MonthlyBudget } from '../../core/usage/monthly-budget.ts'
import { formatCount } from '../view/numbers.ts'
import { formatCost } from './format-cost.ts'

interface Props {
  budget: MonthlyBudget
  /** Undefined where the operator has set no prices. */
  currency: string | undefined
}

/** What is left of this month for agent jobs. */
export function BudgetCard({ budget, currency }: Props) {
  const { tokens, tokenLimit, cost, costLimit } = budget
  const isSpent = (tokenLimit !== null && tokens >= tokenLimit) || (costLimit !== null && cost >= costLimit)
  return (
    <section class="card" aria-labelledby="budget">
      <h2 id="budget">Agent jobs this month</h2>
      {isSpent && (
        <p class="warning">
          The budget is used up, so no agent job can start until next month. Ask the operator for a higher budget.
        </p>
      )}
      <Share label="Tokens" used={tokens} limit={tokenLimit} format={formatCount} />
      {currency !== undefined && (
        <Share label="Cost" used={cost} limit={costLimit} format={(value) => formatCost(value, currency)} />
      )}
      {tokenLimit === null && costLimit === null && (
        <p class="quiet">This organization has no budget. The operator can set one.</p>
      )}
    </section>
  )
}

interface ShareProps {
  label: string
  used: number
  limit: number | null
  format: (value: number) => string
}

function Share({ label, used, limit, format }: ShareProps) {
  if (limit === null) {
    return (
      <p>
        {label}: {format(used)}
      </p>
    )
  }
  const percent = Math.floor((used / limit) * 100)
  return (
    <p>
      {label}: {format(used)} of {format(limit)} ({percent} %)
      <progress max={100} value={Math.min(100, percent)} aria-label={`${label} of this month`} />
    </p>
  )
}
