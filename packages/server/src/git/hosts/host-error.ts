import { CodedError } from '../../ops/coded-error.ts'

export type HostErrorCode =
  | 'authentication_failed'
  | 'repository_not_found'
  | 'repository_unreachable'
  | 'pull_request_failed'

/** `message` is a sentence for the reader of a failed job; the host's own words in it are scrubbed of secrets. */
export class HostError extends CodedError<HostErrorCode> {
  override readonly name = 'HostError'
}
