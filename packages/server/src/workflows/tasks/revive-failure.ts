import { type ExportErrorCode, ExportFailure } from '../../core/exports/export-failure.ts'
import { GitError, type GitErrorCode } from '../../outbound/git-error.ts'
import { NoSpace } from '../cache/space.ts'

/** An error of a task comes without its class; those that say something to an author or an operator get it back. */
export function reviveFailure(error: Error & { code?: string }): Error {
  const { name, code, message } = error
  if (name === 'ExportFailure') return new ExportFailure(code as ExportErrorCode, message)
  if (name === 'GitError') return new GitError(code as GitErrorCode, message, { cause: error })
  if (name === 'NoSpace') return new NoSpace(code as NoSpace['code'], message)
  return error
}
