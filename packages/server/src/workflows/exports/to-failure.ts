import { BundleError } from '@bindery/bundle'
import { ConfigurationError } from '@bindery/site/parent'
import { type ExportErrorCode, ExportFailure, StaleExport } from '../../core/exports/export-failure.ts'
import { isGivenUp } from '../../engine/step.ts'
import { GitError } from '../../outbound/git-error.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { readNoSpace } from '../cache/read-no-space.ts'
import { ProcessingFailed } from '../tasks/processing-failed.ts'

/** What another attempt may fix. */
const transientCodes: ReadonlySet<ExportErrorCode> = new Set([
  'repository_unreachable',
  'storage_unavailable',
  'no_disk_space',
  'timed_out',
  'internal_error',
])

/** Gives any error of a step the code and the sentence that the job will show; what is ours alone stays in `cause`. */
export function toFailure(error: unknown): ExportFailure | StaleExport {
  if (error instanceof ExportFailure || error instanceof StaleExport) return error
  if (error instanceof ProcessingFailed) return new ExportFailure(error.code, error.message, { cause: error })
  if (error instanceof GitError) return new ExportFailure(error.code, error.message, { cause: error })
  if (error instanceof ConfigurationError) return new ExportFailure('configuration_invalid', error.message)
  // Two pages whose names differ only in case, a name that no disk takes: the author's to fix.
  if (error instanceof BundleError && error.entry !== undefined) {
    return new ExportFailure('page_failed', `${error.message} Rename one of the files.`, { cause: error })
  }
  if (error instanceof StorageError) {
    const sentence = 'The object storage did not answer as it should, after several attempts. Start the export again.'
    return new ExportFailure('storage_unavailable', sentence, { cause: error })
  }
  const noSpace = readNoSpace(error)
  if (noSpace) {
    const code = noSpace.code === 'busy' ? 'no_disk_space' : 'repository_too_large'
    return new ExportFailure(code, noSpace.message, { cause: error })
  }
  return internalError(error)
}

interface Remembered {
  name: string
  message: string
  /** Of an `ExportFailure`. */
  code: ExportErrorCode
  /** Of the engine's error that every attempt of a step has failed. */
  errors?: unknown[]
  /** Of the engine's error that a step took too long. */
  timeoutMS?: number
}

/**
 * The failure behind whatever ended a workflow. The engine revives errors as plain ones when it replays a step, and
 * wraps the last of several attempts, so this goes by names and not by classes.
 */
export function readFailure(error: unknown): ExportFailure {
  const { name, message, code, errors, timeoutMS } = error as Remembered
  if (name === 'ExportFailure') return new ExportFailure(code, message)
  if (isGivenUp(error)) return new ExportFailure('internal_error', `${message} Tell the operator.`)
  if (errors) return readFailure(errors.at(-1))
  if (timeoutMS !== undefined) {
    return new ExportFailure('timed_out', 'A step of the export took longer than it may. Start the export again.')
  }
  return internalError(error)
}

export function isTransient(error: unknown): boolean {
  if ((error as Error).name === 'StaleExport') return false
  return transientCodes.has(readFailure(error).code)
}

function internalError(cause: unknown): ExportFailure {
  const sentence =
    "The export failed for a reason on the service's side. Start it again; if it fails again, tell the operator."
  return new ExportFailure('internal_error', sentence, { cause })
}
