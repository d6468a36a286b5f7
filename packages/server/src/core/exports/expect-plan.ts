import type { Plan } from '../../db/tables.ts'
import { AppError } from '../app-error.ts'

/** Static export is part of one plan alone; whoever has another is told before anything is looked up. */
export function expectExportPlan({ name, plan }: { name: string; plan: Plan }): void {
  if (plan === 'enterprise') return
  throw new AppError(
    'plan_required',
    `Static export needs the enterprise plan, and ${name} has the plan ${plan}. Ask the operator of this installation to change it.`,
  )
}
