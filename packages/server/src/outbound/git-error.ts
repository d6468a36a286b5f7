import { CodedError } from '../ops/coded-error.ts'

export type GitErrorCode =
  | 'repository_refused'
  | 'repository_unreachable'
  | 'repository_auth_failed'
  | 'repository_not_found'
  | 'repository_too_large'
  | 'repository_timeout'
  | 'repository_invalid'
  | 'ref_not_found'
  | 'docs_folder_not_found'

/** `message` is a sentence for the reader of a failed job; what git said is in `cause`, already scrubbed of secrets. */
export class GitError extends CodedError<GitErrorCode> {
  override readonly name = 'GitError'
}
