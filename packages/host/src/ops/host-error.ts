import { BundleError } from '@bindery/bundle'

/** What an operator is told: what happened, to which thing, and what to do next. Bundles are refused by `BundleError`. */
export type HostErrorCode =
  | 'configuration_invalid'
  | 'bundle_unreachable'
  | 'bundle_too_large'
  | 'no_site'
  | 'older_commit'
  // The service that is followed.
  | 'service_unreachable'
  | 'key_refused'
  | 'export_unavailable'

interface HostErrorOptions {
  cause?: unknown
  /** The other side asks not to be asked again before. */
  retryAfterSeconds?: number | undefined
}

export class HostError extends Error {
  override readonly name = 'HostError'
  readonly code: HostErrorCode
  readonly retryAfterSeconds: number | undefined

  constructor(code: HostErrorCode, message: string, { cause, retryAfterSeconds }: HostErrorOptions = {}) {
    super(message, { cause })
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const mayPass: readonly HostErrorCode[] = ['bundle_unreachable', 'service_unreachable', 'key_refused']

/** The same bytes would be judged the same; a disk that is full or a mirror that is gone may be otherwise in a minute. */
export function isFinal(error: unknown): boolean {
  return error instanceof BundleError || (error instanceof HostError && !mayPass.includes(error.code))
}

export function invalidSetting(what: string, fault: string): HostError {
  return new HostError('configuration_invalid', `${what} ${fault}.`)
}
