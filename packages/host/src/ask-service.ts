import type { Followed } from './config.ts'
import { HostError } from './host-error.ts'
import { readApiKey } from './read-api-key.ts'
import { reasonOf } from './reason-of.ts'

export interface Question {
  /** Below the address of the service. */
  path: string
  /** With one it is a POST. */
  body?: object
}

// A delta of a large site is made when it is first asked for; all else is answered within milliseconds.
const longestMs = 60_000
// A hundred jobs are 60 KB.
const mostBytes = 1024 * 1024

/**
 * Asks the service. Its address may be anywhere in the reach of this machine, because it stands in the operator's own
 * configuration. It alone gets the key: a redirect is not followed, since nobody said that the key may go there too.
 */
export async function askService(
  { url, apiKey }: Followed,
  { path, body }: Question,
  signal: AbortSignal,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${await readApiKey(apiKey)}`, accept: 'application/json' }
  const post = body && {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longestMs)])
  try {
    const response = await fetch(new URL(path, url), { headers, redirect: 'manual', signal: limit, ...post })
    const answer = await readAnswer(response)
    if (response.ok && answer !== undefined) return answer
    throw refusedBy(url, response, answer)
  } catch (cause) {
    if (cause instanceof HostError || signal.aborted) throw cause
    const message = `${url} cannot be asked: ${reasonOf(cause)}. It is tried again.`
    throw new HostError('service_unreachable', message, { cause })
  }
}

/** `undefined` for what is no JSON: a proxy in between answers in HTML. */
async function readAnswer({ body }: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > mostBytes) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return undefined
  }
}

function refusedBy(url: string, { status, headers }: Response, answer: unknown): HostError {
  const told = Object(answer).error
  const isItTheApi = 'it does not speak as the API does. Is staticExport.follow.url the address of one?'
  const message = `${url} answered ${status}: ${typeof told === 'string' ? told.slice(0, 500) : isItTheApi}`
  if (status === 401 || status === 403) return new HostError('key_refused', message)
  if (status >= 400 && status < 500 && status !== 429) return new HostError('export_unavailable', message)
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
  return new HostError('service_unreachable', message, Number.isNaN(seconds) ? {} : { retryAfterSeconds: seconds })
}
