import type { Plan } from '../../db/tables.ts'
import { AppError } from '../app-error.ts'

/** Static export is part of one plan alone. */
export function mayExport({ plan }: { plan: Plan }): boolean {
  return plan === 'enterprise'
}

/** Refuses an organization with another plan before anything is looked up. */
export function expectExportPlan(organization: { name?: string; plan: Plan }): void {
  if (mayExport(organization)) return
  const { name = 'this organization', plan } = organization
  throw new AppError(
    'plan_required',
    `Static export needs the enterprise plan, and ${name} has the plan ${plan}. Ask the operator of this installation to change it.`,
  )
}
