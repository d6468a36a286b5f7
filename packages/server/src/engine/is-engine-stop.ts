import { DBOSWorkflowConflictError, Error as EngineErrors } from '@dbos-inc/dbos-sdk'

/** The engine takes a workflow away from this run: it was cancelled, or another worker owns it now. Never handle it. */
export function isEngineStop(error: unknown): boolean {
  return error instanceof DBOSWorkflowConflictError || error instanceof EngineErrors.DBOSWorkflowCancelledError
}
