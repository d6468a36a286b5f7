import type { Followed } from './config.ts'
import { HostError } from './host-error.ts'
import { readText } from './http/read-text.ts'
import { reasonOf } from './http/reason-of.ts'
import { type HttpResponse, sendRequest } from './http/send-request.ts'
import { readApiKey } from './read-api-key.ts'

export interface Question {
  /** Below the address of the service. */
  path: string
  /** With one it is a POST. */
  body?: object
}

// A hundred jobs are 60 KB.
const mostBytes = 1024 * 1024

/**
 * Asks the service. Its address may be anywhere in the reach of this machine, because it stands in the operator's own
 * configuration. It alone gets the key: a redirect is not followed, since nobody said that the key may go there too.
 */
export async function askService(
  { url, apiKey, timeoutSeconds }: Followed,
  { path, body }: Question,
  signal: AbortSignal,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${await readApiKey(apiKey)}`, accept: 'application/json' }
  const post = body && {
    method: 'POST' as const,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const timeoutMs = timeoutSeconds * 1000
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const timeouts = { connectMs: timeoutMs, headersMs: timeoutMs, idleMs: timeoutMs }
  try {
    const response = await sendRequest(new URL(path, url), { headers, signal: limit, timeouts, ...post })
    const answer = parseJson(await readText(response, mostBytes))
    if (response.status >= 200 && response.status < 300 && answer !== undefined) return answer
    throw refusedBy(url, response, answer)
  } catch (cause) {
    if (cause instanceof HostError || signal.aborted) throw cause
    const reason = limit.aborted ? `there was no response within ${timeoutSeconds} s` : reasonOf(cause)
    const message = `${url} cannot be asked: ${reason}. It is tried again.`
    throw new HostError('service_unreachable', message, { cause })
  }
}

/** `undefined` for what is no JSON: a proxy in between answers in HTML. */
function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

function refusedBy(url: string, { status, headers }: HttpResponse, answer: unknown): HostError {
  const told = Object(answer).error
  const isItTheApi = 'it does not speak as the API does. Is staticExport.follow.url the address of one?'
  const message = `${url} answered ${status}: ${typeof told === 'string' ? told.slice(0, 500) : isItTheApi}`
  if (status === 401 || status === 403) return new HostError('key_refused', message)
  if (status >= 400 && status < 500 && status !== 429) return new HostError('export_unavailable', message)
  const seconds = Number.parseInt(headers['retry-after'] ?? '', 10)
  return new HostError('service_unreachable', message, Number.isNaN(seconds) ? {} : { retryAfterSeconds: seconds })
}
