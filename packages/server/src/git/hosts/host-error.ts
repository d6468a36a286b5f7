export type HostErrorCode =
  | 'authentication_failed'
  | 'repository_not_found'
  | 'repository_unreachable'
  | 'pull_request_failed'

/** `message` is a sentence for the reader of a failed job; the host's own words in it are scrubbed of secrets. */
export class HostError extends Error {
  override readonly name = 'HostError'
  readonly code: HostErrorCode

  constructor(code: HostErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
