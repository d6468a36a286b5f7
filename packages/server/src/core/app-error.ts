import type { ErrorCode, ErrorDetail } from '@bindery/contract'
import { CodedError } from '../ops/coded-error.ts'

export interface AppErrorOptions extends ErrorOptions {
  details?: ErrorDetail[]
  retryAfterSeconds?: number
}

/** A refusal that a client of the API sees: a code for programs, a sentence for people, a cause for us. */
export class AppError extends CodedError<ErrorCode> {
  override readonly name = 'AppError'
  readonly details: ErrorDetail[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, sentence: string, options: AppErrorOptions = {}) {
    super(code, sentence, options)
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
