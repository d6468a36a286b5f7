/** Why there is no response, or not all of it: `message` is the end of a sentence. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed'
  /** One of these, or what Node calls it: `ECONNREFUSED`, `ENOTFOUND`, `CERT_HAS_EXPIRED`, `HPE_INVALID_CONSTANT` … */
  readonly code: 'bad_address' | 'bad_redirect' | 'timeout' | 'closed' | 'cut_off' | (string & {})

  constructor(code: RequestFailed['code'], message: string) {
    super(message)
    this.code = code
  }
}

export function toRequestFailed(error: unknown): RequestFailed {
  if (error instanceof RequestFailed) return error
  // Of the several addresses that a host has, the first one's reason says enough.
  const [first = error] = error instanceof AggregateError ? error.errors : []
  const { code = 'failed', message = String(first) } = Object(first) as { code?: string; message?: string }
  if (message === 'socket hang up') {
    return new RequestFailed('closed', 'the server closed the connection without a response')
  }
  if (message === 'aborted') {
    return new RequestFailed('cut_off', 'the connection was closed before the response was complete')
  }
  return new RequestFailed(code, message || code)
}
