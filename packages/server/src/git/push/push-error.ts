import { CodedError } from '../../ops/coded-error.ts'
import { GitError, type GitErrorCode } from '../../outbound/git-error.ts'

export type PushErrorCode =
  | Exclude<GitErrorCode, 'repository_auth_failed'>
  | 'authentication_failed'
  | 'push_refused'
  | 'branch_protected'

/** `message` is a sentence for the reader of a failed job; what git said is in `cause`, already scrubbed of secrets. */
export class PushError extends CodedError<PushErrorCode> {
  override readonly name = 'PushError'
}

/** A push begins with a fetch; what goes wrong there has the same sentence, and one name for a refused credential. */
export function toPushError(error: unknown): unknown {
  if (!(error instanceof GitError)) return error
  const code = error.code === 'repository_auth_failed' ? 'authentication_failed' : error.code
  return new PushError(code, error.message, { cause: error.cause })
}
