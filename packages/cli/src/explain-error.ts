import { BinderyError, ConnectionError, UnexpectedResponseError } from '@bindery/client'
import { UnreadableError, UsageError } from './errors.ts'
import { explainServiceError, isTemporary } from './service/explain-service-error.ts'

/** What a person at a terminal reads: the advice, or the sentence; a stack only for what we did not foresee. */
export async function explainError(error: unknown): Promise<string> {
  if (error instanceof UsageError) return error.message
  return explainServiceError(error) ?? (await import('./explain-site-error.ts')).explainSiteError(error)
}

/** Documented in docs/cli.mdx. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UnreadableError) return 2
  if (error instanceof ConnectionError || error instanceof UnexpectedResponseError) return isTemporary(error) ? 5 : 1
  if (!(error instanceof BinderyError)) return 1
  if (error.status === 401 || error.status === 403) return 3
  if (error.status === 404 || error.status === 410) return 4
  return isTemporary(error) ? 5 : 1
}
