import { BundleError } from '@bindery/bundle'
import { ConfigurationError } from '@bindery/site/parent'
import { ExportFailure } from '../../core/exports/export-failure.ts'

/** What an author can fix leaves a task with its code and sentence: its class stays behind. */
export function explainAuthorError(error: unknown): never {
  if (error instanceof ConfigurationError) throw new ExportFailure('configuration_invalid', error.message)
  // Two pages whose names differ only in case, a name that no disk takes.
  if (error instanceof BundleError && error.entry !== undefined) {
    throw new ExportFailure('page_failed', `${error.message} Rename one of the files.`)
  }
  throw error
}
