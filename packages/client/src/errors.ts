import type { ErrorCode } from './api.ts'

/** What the service says of a request that it refused. */
export interface Refusal {
  status: number
  /** A service of another version may have codes that this client does not know. */
  code: ErrorCode | (string & {})
  requestId: string
  /** Which fields are wrong, and why. */
  details: { path: string; message: string }[]
  /** Seconds after which another try makes sense. */
  retryAfterSeconds: number | undefined
}

/** The service refused a request. Each status has a class of its own. */
export class BinderyError extends Error {
  override readonly name: string = 'BinderyError'
  readonly status: number
  /** A stable word for programs. */
  readonly code: Refusal['code']
  readonly requestId: string
  readonly details: Refusal['details']
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, { status, code, requestId, details, retryAfterSeconds }: Refusal) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = requestId
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 400: a field or parameter is missing, unknown or out of range. */
export class BadRequestError extends BinderyError {
  override readonly name = 'BadRequestError'
}

/** 401: the API key is missing, unknown, expired or revoked. */
export class AuthenticationError extends BinderyError {
  override readonly name = 'AuthenticationError'
}

/** 403: the key lacks a scope, may not be used from here, or the plan does not include the operation. */
export class PermissionError extends BinderyError {
  override readonly name = 'PermissionError'
}

/** 404: the organization has no such thing. */
export class NotFoundError extends BinderyError {
  override readonly name = 'NotFoundError'
}

/** 409: the job is not in a state that allows the operation. */
export class ConflictError extends BinderyError {
  override readonly name = 'ConflictError'
}

/** 410: the files were removed by the operator's retention. */
export class ExpiredError extends BinderyError {
  override readonly name = 'ExpiredError'
}

/** 413: the body is too large. */
export class PayloadTooLargeError extends BinderyError {
  override readonly name = 'PayloadTooLargeError'
}

/** 415: the body is not JSON. */
export class UnsupportedMediaTypeError extends BinderyError {
  override readonly name = 'UnsupportedMediaTypeError'
}

/** 422: the idempotency key was used with another request. */
export class IdempotencyError extends BinderyError {
  override readonly name = 'IdempotencyError'
}

/** 429: too many requests, or a quota is used up. */
export class RateLimitError extends BinderyError {
  override readonly name = 'RateLimitError'
}

/** 500 and above: a fault of the service. */
export class ServerError extends BinderyError {
  override readonly name = 'ServerError'
}

/** There was no response, or not all of it. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** A response that is not the API's: a proxy answered, or the address is not that of a service. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError'
  readonly status: number
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, status: number, retryAfterSeconds: number | undefined) {
    super(message)
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const classes: Record<number, typeof BinderyError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  405: BadRequestError,
  409: ConflictError,
  410: ExpiredError,
  413: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  422: IdempotencyError,
  429: RateLimitError,
}

interface ErrorBody {
  error?: unknown
  code?: unknown
  requestId?: unknown
  details?: unknown
}

export function toError(
  url: string,
  status: number,
  retryAfterSeconds: number | undefined,
  body: unknown,
): BinderyError | UnexpectedResponseError {
  const { error, code, requestId, details } = Object(body) as ErrorBody
  if (typeof error !== 'string') {
    const advice = 'That is not how the API responds. Is it the address of a Bindery service?'
    return new UnexpectedResponseError(`${url} responded with ${status}. ${advice}`, status, retryAfterSeconds)
  }
  const Class = classes[status] ?? (status >= 500 ? ServerError : BinderyError)
  return new Class(error, {
    status,
    code: typeof code === 'string' ? code : 'unknown',
    requestId: typeof requestId === 'string' ? requestId : '',
    details: Array.isArray(details) ? details : [],
    retryAfterSeconds,
  })
}
