import type { Route } from '@bindery/contract'
import { expectExportPlan } from '../core/access/export-plan.ts'
import { AppError } from '../core/app-error.ts'
import { isAddressAllowed } from '../core/keys/key-addresses.ts'
import type { KeyRow } from '../db/statements/key-row.ts'

/** Whether a known key may do this here: 403 unless address, scope, standing and plan allow it. */
export function admitCaller(caller: KeyRow, route: Route, address: string | null): void {
  if (caller.addresses !== null && !isAddressAllowed(address, caller.addresses)) {
    throw new AppError('address_not_allowed', 'This API key may not be used from this address.')
  }
  if (route.scope === 'write' && !caller.can_write) {
    throw new AppError('insufficient_scope', 'This API key may only read. Use one with the scope "write".')
  }
  if (caller.suspended) {
    throw new AppError('organization_suspended', 'This organization is suspended. Ask the operator why.')
  }
  if (route.area === 'static-export') expectExportPlan({ plan: caller.plan })
}
