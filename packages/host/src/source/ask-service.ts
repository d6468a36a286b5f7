import { BinderyError, type Client, ConnectionError, createClient, UnexpectedResponseError } from '@bindery/client'
import type { Followed } from '../config/config.ts'
import { readApiKey } from '../config/read-api-key.ts'
import { HostError } from '../ops/host-error.ts'

/**
 * Asks the service. Its address may be anywhere in the reach of this machine, because it stands in the operator's own
 * configuration. Nothing is repeated here: the follower has its own pauses.
 */
export async function askService<T>(
  { url, apiKey, timeoutSeconds }: Followed,
  signal: AbortSignal,
  ask: (client: Client, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeoutMs = timeoutSeconds * 1000
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const timeouts = { connectMs: timeoutMs, headersMs: timeoutMs, idleMs: timeoutMs }
  const client = createClient({ url, apiKey: () => readApiKey(apiKey), maxAttempts: 1, timeouts })
  try {
    return await ask(client, limit)
  } catch (error) {
    if (error instanceof HostError || signal.aborted) throw error
    throw limit.aborted
      ? new HostError(
          'service_unreachable',
          `${url} cannot be reached: there was no response within ${timeoutSeconds} s.`,
        )
      : toHostError(url, error)
  }
}

function toHostError(url: string, error: unknown): unknown {
  if (error instanceof ConnectionError)
    return new HostError('service_unreachable', `${error.message} It is tried again.`, { cause: error })
  if (!(error instanceof BinderyError || error instanceof UnexpectedResponseError)) return error
  const { status, retryAfterSeconds } = error
  const isItTheApi = 'it does not speak as the API does. Is staticExport.follow.url the address of one?'
  const message = `${url} answered ${status}: ${error instanceof BinderyError ? error.message.slice(0, 500) : isItTheApi}`
  const isBusy = codeOf(status) === 'service_unreachable' && retryAfterSeconds !== undefined
  return new HostError(codeOf(status), message, isBusy ? { retryAfterSeconds } : {})
}

function codeOf(status: number) {
  if (status === 401 || status === 403) return 'key_refused'
  return status >= 400 && status < 500 && status !== 429 ? 'export_unavailable' : 'service_unreachable'
}
