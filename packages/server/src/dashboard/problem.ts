import { errorCatalogue } from '@bindery/contract'
import { AppError } from '../core/app-error.ts'
import { OperatorError } from '../core/operator-error.ts'
import { GitError } from '../outbound/git-error.ts'

/** A refusal that a person sees: what happened, and what to do next. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    sentence: string,
    options: ErrorOptions & { retryAfterSeconds?: number | undefined } = {},
  ) {
    super(sentence, options)
    this.status = status
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** Thrown where somebody must sign in first; the page handler sends them there and back. */
export class SignInNeeded extends Error {
  override readonly name = 'SignInNeeded'
}

/** Whatever was thrown, if it was thrown for the person to read; a fault of ours is none. */
export function toProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  if (error instanceof AppError) {
    const { status } = errorCatalogue[error.code]
    const { message, retryAfterSeconds } = error
    return status >= 500 ? undefined : new Problem(status, message, { cause: error, retryAfterSeconds })
  }
  if (error instanceof OperatorError || error instanceof GitError) {
    return new Problem(422, error.message, { cause: error })
  }
}

export const noSuchPage = (): Problem => new Problem(404, 'This page does not exist, or you do not have access to it.')
