import { CodedError } from '../../ops/coded-error.ts'

/** Why an export failed, as a stable word for programs. `errorCode` of the API. */
export type ExportErrorCode =
  | 'repository_refused'
  | 'repository_unreachable'
  | 'repository_auth_failed'
  | 'repository_not_found'
  | 'repository_too_large'
  | 'repository_timeout'
  | 'repository_invalid'
  | 'ref_not_found'
  | 'docs_folder_not_found'
  | 'configuration_invalid'
  | 'page_not_found'
  | 'too_many_pages'
  | 'page_failed'
  | 'assets_unavailable'
  | 'processing_failed'
  | 'secret_found'
  | 'storage_unavailable'
  | 'no_disk_space'
  | 'timed_out'
  | 'cancelled'
  | 'organization_suspended'
  | 'internal_error'

/** A failure that an export ends with: the message is the sentence that people read in the job. */
export class ExportFailure extends CodedError<ExportErrorCode> {
  override readonly name = 'ExportFailure'
}

/** Somebody else ended or deleted the export: whatever the caller was about to write is void. */
export class StaleExport extends Error {
  override readonly name = 'StaleExport'

  constructor(exportId: string) {
    super(`The export ${exportId} has ended or is gone, so nothing more is written to it.`)
  }
}
