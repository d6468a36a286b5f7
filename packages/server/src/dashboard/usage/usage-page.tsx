import type { UsagePeriod, UsageUnit } from '../../core/usage/list-usage.ts'
import type { ModelPrices } from '../../core/usage/model-prices.ts'
import type { MonthlyBudget } from '../../core/usage/monthly-budget.ts'
import { at, Page } from '../view/layout/page.tsx'
import { formatBytes, formatCount } from '../view/numbers.ts'
import { Trend } from '../view/plot/trend.tsx'
import { type Column, Table } from '../view/table.tsx'
import type { MemberVisit } from '../visit.ts'
import { BudgetCard } from './budget-card.tsx'
import { formatCost } from './format-cost.ts'

interface Props {
  visit: MemberVisit
  unit: UsageUnit
  periods: readonly UsagePeriod[]
  budget: MonthlyBudget
  prices: ModelPrices
}

export function UsagePage({ visit, unit, periods, budget, prices }: Props) {
  const cost = hasPrices(prices) ? prices.currency : undefined
  return (
    <Page visit={visit} title="Usage" section="usage">
      <BudgetCard budget={budget} currency={cost} />
      <Units visit={visit} unit={unit} />
      <Charts unit={unit} periods={periods} currency={cost} />
      <h2>{unit === 'day' ? 'By day' : 'By month'}</h2>
      <p class="quiet">
        Days and months are in UTC. A {unit} without exports and agent jobs is not listed. Pages are those of completed
        exports.{' '}
        {cost === undefined
          ? 'The operator has set no prices of models, so no cost is shown.'
          : 'The cost is counted with the prices that the operator has set now.'}
      </p>
      <Table caption={`Usage by ${unit}`} columns={columnsFor(unit, cost)} rows={listUsed(periods)} />
    </Page>
  )
}

/** The last one first, which is always there. */
function listUsed(periods: readonly UsagePeriod[]): UsagePeriod[] {
  const isUsed = ({ exports, pages, tokens }: UsagePeriod) => exports + pages + tokens > 0
  return periods.filter((one, index) => isUsed(one) || index === periods.length - 1).reverse()
}

const hasPrices = ({ models }: ModelPrices) => Object.keys(models).length > 0

function Units({ visit, unit }: Pick<Props, 'visit' | 'unit'>) {
  const link = (to: UsageUnit, label: string) => (
    <a href={`${at(visit, '/usage')}?by=${to}`} {...(to === unit && { 'aria-current': 'page' })}>
      {label}
    </a>
  )
  return (
    <nav class="tabs" aria-label="Period">
      {link('day', 'Last 30 days')}
      {link('month', 'Last 12 months')}
    </nav>
  )
}

function Charts({ unit, periods, currency }: Pick<Props, 'unit' | 'periods'> & { currency: string | undefined }) {
  const of = (name: 'exports' | 'pages' | 'storedBytes' | 'tokens' | 'cost') => periods.map((one) => one[name])
  const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
  const summary = (values: number[], format: (value: number) => string) =>
    `${format(total(values))} in total, at most ${format(Math.max(...values))} in one ${unit}.`
  const stored = of('storedBytes')
  return (
    <div class="cards">
      <Trend title="Exports" values={of('exports')} summary={summary(of('exports'), formatCount)} />
      <Trend title="Pages exported" values={of('pages')} summary={summary(of('pages'), formatCount)} />
      <Trend
        title="Bundles stored"
        values={stored}
        summary={`${formatBytes(stored.at(-1) ?? 0)} now, at most ${formatBytes(Math.max(...stored))} at the end of a ${unit}.`}
      />
      <Trend title="Tokens of agent jobs" values={of('tokens')} summary={summary(of('tokens'), formatCount)} />
      {currency !== undefined && (
        <Trend
          title="Cost of agent jobs"
          values={of('cost')}
          summary={summary(of('cost'), (value) => formatCost(value, currency))}
        />
      )}
    </div>
  )
}

function columnsFor(unit: UsageUnit, currency: string | undefined): Column<UsagePeriod>[] {
  const cost: Column<UsagePeriod>[] =
    currency === undefined ? [] : [{ title: 'Cost', align: 'end', cell: (one) => formatCost(one.cost, currency) }]
  return [
    { title: unit === 'day' ? 'Day' : 'Month', cell: ({ period }) => <span class="nowrap">{period}</span> },
    { title: 'Exports', align: 'end', cell: ({ exports }) => formatCount(exports) },
    { title: 'Pages', align: 'end', cell: ({ pages }) => formatCount(pages) },
    { title: 'Bundles stored', align: 'end', cell: ({ storedBytes }) => formatBytes(storedBytes) },
    { title: 'Tokens', align: 'end', cell: ({ tokens }) => formatCount(tokens) },
    ...cost,
  ]
}
