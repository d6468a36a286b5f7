/** What an operator is told: what happened, to which thing, and what to do next. Bundles are refused by `BundleError`. */
export type HostErrorCode = 'configuration_invalid' | 'bundle_unreachable' | 'bundle_too_large' | 'no_site'

export class HostError extends Error {
  override readonly name = 'HostError'
  readonly code: HostErrorCode

  constructor(code: HostErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.code = code
  }
}
