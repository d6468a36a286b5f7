import { CodedError } from '../../ops/coded-error.ts'

export type HostErrorCode =
  | 'authentication_failed'
  | 'repository_not_found'
  | 'repository_unreachable'
  /** Its kind is neither set nor known by its name. */
  | 'git_host_unknown'
  /** Its API is not where the project says, or does not answer as one. */
  | 'git_host_unusable'
  /** The branch is pushed. */
  | 'pull_request_failed'

/** `message` is a sentence for the reader of a failed job; the host's own words in it are scrubbed of secrets. */
export class HostError extends CodedError<HostErrorCode> {
  override readonly name = 'HostError'
}
