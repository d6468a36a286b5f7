import { listUsage } from '../../core/usage/list-usage.ts'
import { readMonthlyBudget } from '../../core/usage/monthly-budget.ts'
import { bindPage } from '../bind-page.ts'
import type { Dashboard } from '../dashboard.ts'
import type { PageHandlers } from '../page-handlers.ts'
import { readQuery } from '../parse-form.ts'
import { UsagePage } from './usage-page.tsx'

export function bindUsage(app: Dashboard, handlers: PageHandlers): void {
  const { db, limits, prices } = handlers.deps
  const entry = { operation: 'showUsage', path: '/dashboard/:organization/usage', needs: 'viewer' } as const
  bindPage(app, handlers, entry, async (visit) => {
    const { organizationId, limits: own } = visit.organization
    const unit = readQuery(visit, 'by') === 'month' ? 'month' : 'day'
    const [periods, budget] = await Promise.all([
      listUsage(db, organizationId, unit, prices),
      readMonthlyBudget(db, { organizationId, limits, own, prices }),
    ])
    return <UsagePage visit={visit} unit={unit} periods={periods} budget={budget} prices={prices} />
  })
}
