import type { ErrorCode, ErrorDetail } from '@bindery/contract'

export interface AppErrorOptions extends ErrorOptions {
  details?: ErrorDetail[]
  retryAfterSeconds?: number
}

/** A refusal that a client of the API sees: a code for programs, a sentence for people, a cause for us. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, sentence: string, options: AppErrorOptions = {}) {
    super(sentence, options)
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
