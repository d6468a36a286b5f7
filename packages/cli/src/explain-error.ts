import { BundleError } from '@bindery/bundle'
import { BinderyError, ConnectionError, UnexpectedResponseError } from '@bindery/client'
import { HostError } from '@bindery/host'
import { ConfigurationError, formatAdvice } from '@bindery/site'
import { UsageError } from './errors.ts'

/** What a person at a terminal reads: the advice, or the sentence; a stack only for what we did not foresee. */
export function explainError(error: unknown): string {
  if (error instanceof ConfigurationError) return error.advice.map(formatAdvice).join('\n')
  if (error instanceof BundleError) return `Refused: ${error.message}`
  if (error instanceof UsageError || error instanceof HostError) return error.message
  if (error instanceof ConnectionError || error instanceof UnexpectedResponseError) return error.message
  if (error instanceof BinderyError) return explainRefusal(error)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function explainRefusal({ status, message, retryAfterSeconds = 0 }: BinderyError): string {
  const again = retryAfterSeconds > 60 ? ` Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.` : ''
  return `The service responded with ${status}: ${message}${again}`
}
