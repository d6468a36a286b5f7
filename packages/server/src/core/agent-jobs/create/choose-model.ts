import type { ProjectModel } from '../../../db/tables.ts'
import { AppError } from '../../app-error.ts'

/** What the operator has configured. */
export interface OfferedModels {
  default: string | null
  allowed: readonly string[]
}

/** The model of a new agent job: the one asked for if it may be used, else the default. A project may have one of its own. */
export function chooseModel(
  installation: OfferedModels,
  project: ProjectModel | null,
  asked: string | undefined,
): string {
  const own = project?.model
  const offered = own === undefined ? installation : { default: own, allowed: [own] }
  const model = asked ?? offered.default
  if (model !== null && offered.allowed.includes(model)) return model
  if (offered.allowed.length > 0 && asked !== undefined) throw notAllowed(offered.allowed)
  throw new AppError(
    'model_not_configured',
    'This installation has no model for agent jobs. Ask its operator to set BINDERY_MODEL_PROVIDER and BINDERY_MODELS.',
  )
}

function notAllowed(allowed: readonly string[]): AppError {
  const message = `must be one of ${allowed.join(', ')}`
  return new AppError('invalid_request', `\`model\` ${message}.`, { details: [{ path: 'body.model', message }] })
}
