import { BundleError } from '@bindery/bundle'
import { HostError } from '@bindery/host'
import { ConfigurationError, sayAdvice } from '@bindery/site'

/** What a person at a terminal is told: the advice, or the sentence; a stack only for what we did not foresee. */
export function explainError(error: unknown): string {
  if (error instanceof ConfigurationError) return error.advice.map(sayAdvice).join('\n')
  if (error instanceof BundleError) return `Refused: ${error.message}`
  if (error instanceof UsageError || error instanceof HostError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** The command was given something it cannot work with. */
export class UsageError extends Error {}

/** There was nothing to judge: to a script that is another thing than a bundle that was judged and refused. */
export class UnreadableError extends UsageError {}
