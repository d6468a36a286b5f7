import { type ErrorBody, errorCatalogue, type ProblemBody } from '@bindery/contract'
import { AppError } from '../core/app-error.ts'
import { isDatabaseUnavailable } from '../db/is-database-unavailable.ts'
import { StorageError } from '../storage/storage-error.ts'
import type { Reply } from './exchange.ts'

/** Whatever was thrown, as an error of the catalogue. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error) || (error instanceof StorageError && error.code === 'unavailable')) {
    return new AppError('unavailable', 'The service cannot answer right now. Try again in a moment.', {
      cause: error,
      retryAfterSeconds: 5,
    })
  }
  return new AppError(
    'internal_error',
    'Something went wrong in the service. Try again; if it happens again, tell the operator this request id.',
    { cause: error },
  )
}

export function renderError(error: AppError, requestId: string, accept: string | undefined): Reply {
  const { status } = errorCatalogue[error.code]
  const asProblem = accept?.includes('application/problem+json') ?? false
  const headers: Record<string, string> = {}
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer'
  if (error.retryAfterSeconds !== undefined) headers['Retry-After'] = String(error.retryAfterSeconds)
  return {
    status,
    body: JSON.stringify(asProblem ? toProblem(error, requestId) : toErrorBody(error, requestId)),
    headers,
    contentType: asProblem ? 'application/problem+json' : 'application/json',
  }
}

function toErrorBody(error: AppError, requestId: string): ErrorBody {
  const { message, code, details } = error
  return { error: message, code, requestId, ...(details && { details }) }
}

function toProblem(error: AppError, requestId: string): ProblemBody {
  const { message, code, details } = error
  const title = errorCatalogue[code].description
  return { type: `urn:bindery:error:${code}`, title, detail: message, code, requestId, ...(details && { details }) }
}
