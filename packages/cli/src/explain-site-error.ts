import { BundleError } from '@bindery/bundle'
import { HostError } from '@bindery/host'
import { ConfigurationError, formatAdvice } from '@bindery/site/parent'

/** Of rendering, packing and serving; apart, because their packages take a fifth of a second to load. */
export function explainSiteError(error: unknown): string {
  if (error instanceof ConfigurationError) return error.advice.map(formatAdvice).join('\n')
  if (error instanceof BundleError) return `Refused: ${error.message}`
  if (error instanceof HostError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
