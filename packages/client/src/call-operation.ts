import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { operations } from './api.ts'
import { BinderyError, ConnectionError, toError, UnexpectedResponseError } from './errors.ts'
import { readText } from './http/read-text.ts'
import { RequestFailed } from './http/request-failed.ts'
import { type HttpResponse, sendRequest, type Timeouts } from './http/send-request.ts'

export type Operation = keyof typeof operations

export interface CallOptions {
  signal?: AbortSignal | undefined
}

export interface WriteOptions extends CallOptions {
  /** Chosen at random unless given, so that a request whose response was lost is repeated without a second effect. */
  idempotencyKey?: string | undefined
}

export interface Call extends WriteOptions {
  /** Of the path. */
  parameters?: Record<string, string>
  query?: object | undefined
  body?: object
  headers?: Record<string, string>
}

export interface Reply<Body> {
  status: number
  headers: HttpResponse['headers']
  body: Body
}

/** Before a request is sent again. */
export interface RetryNotice {
  error: Error
  seconds: number
  attempt: number
}

export interface CallerOptions {
  url: URL
  apiKey: string | (() => string | Promise<string>)
  maxAttempts: number
  onRetry: ((notice: RetryNotice) => void) | undefined
  timeouts: Partial<Timeouts>
}

export interface Caller {
  /** The response to an operation, 304 included; any other than a success is thrown. */
  call<Body>(operation: Operation, call?: Call): Promise<Reply<Body>>
  /** The response as it comes, for bodies that are no JSON. */
  open(operation: Operation, call?: Call): Promise<HttpResponse>
}

// A page of a thousand files is 300 KB, the report of a large site a few megabytes.
const maxBodyBytes = 64 * 1024 * 1024
const maxDelaySeconds = 60

/** Conflicts that pass by themselves. */
const passing: ReadonlySet<string> = new Set(['idempotency_in_flight'])

/** Repeating these after a lost response would report a conflict with ourselves. */
const notRepeatable: ReadonlySet<Operation> = new Set(['archiveAgentJob', 'unarchiveAgentJob'])

export function createCaller(options: CallerOptions): Caller {
  /** Reading belongs to the attempt: a body that is cut off is asked for again. */
  async function repeat<T>(operation: Operation, call: Call, read: (response: HttpResponse) => Promise<T>): Promise<T> {
    // One idempotency key for all attempts.
    const prepared = prepare(operation, call, options.url)
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOnce(prepared, call.signal, options, read)
      if ('value' in outcome) return outcome.value
      const { error } = outcome
      const seconds = retryAfterOf(error) ?? backOff(attempt)
      const mayRepeat = isTransient(error) && !(notRepeatable.has(operation) && error instanceof ConnectionError)
      if (!mayRepeat || attempt >= options.maxAttempts || seconds > maxDelaySeconds) throw error
      options.onRetry?.({ error, seconds, attempt })
      await delay(seconds * 1000, undefined, call.signal ? { signal: call.signal } : {})
    }
  }

  return {
    open: (operation, call = {}) => repeat(operation, call, async (response) => response),
    call: (operation, call = {}) => repeat(operation, call, (response) => readReply(response, options.url.origin)),
  }
}

async function readReply<Body>(response: HttpResponse, origin: string): Promise<Reply<Body>> {
  const { status, headers } = response
  const text = await readText(response, maxBodyBytes)
  const body = parseJson(text)
  if (status !== 304 && body === undefined) throw toError(origin, status, undefined, undefined)
  return { status, headers, body: body as Body }
}

interface Prepared {
  url: URL
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: string | undefined
}

function prepare(name: Operation, call: Call, base: URL): Prepared {
  const { method, path, idempotent } = operations[name]
  const body = method === 'POST' ? JSON.stringify(call.body ?? {}) : undefined
  return {
    method,
    url: new URL(`.${fillPath(path, call.parameters)}${writeQuery(call.query)}`, base),
    body,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotent && { 'idempotency-key': call.idempotencyKey ?? randomUUID() }),
      ...call.headers,
    },
  }
}

/** Each value is one segment; a path of a file may have several. */
function fillPath(path: string, parameters: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name]
    if (!value) throw new TypeError(`${name} is empty.`)
    return name === 'path' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
}

function writeQuery(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])))}`
}

type Outcome<T> = { value: T } | { error: Error }

/** The key goes to the service that was named and nowhere else: a redirect is not followed. */
async function attemptOnce<T>(
  { url, method, headers, body }: Prepared,
  signal: AbortSignal | undefined,
  { apiKey, timeouts }: CallerOptions,
  read: (response: HttpResponse) => Promise<T>,
): Promise<Outcome<T>> {
  const key = typeof apiKey === 'string' ? apiKey : await apiKey()
  try {
    const response = await sendRequest(url, {
      method,
      headers: { ...headers, authorization: `Bearer ${key}` },
      timeouts,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
    const { status } = response
    if (status === 304 || (status >= 200 && status < 300)) return { value: await read(response) }
    return {
      error: toError(url.origin, status, readRetryAfter(response), parseJson(await readText(response, maxBodyBytes))),
    }
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    return { error: new ConnectionError(`${url.origin} cannot be reached: ${error.message}.`, { cause: error }) }
  }
}

function isTransient(error: Error): boolean {
  if (error instanceof ConnectionError) return true
  if (error instanceof UnexpectedResponseError) return [429, 502, 503, 504].includes(error.status)
  if (!(error instanceof BinderyError)) return false
  return [429, 502, 503, 504].includes(error.status) || passing.has(error.code)
}

function retryAfterOf(error: Error): number | undefined {
  const isResponse = error instanceof BinderyError || error instanceof UnexpectedResponseError
  return isResponse ? error.retryAfterSeconds : undefined
}

/** 1, 2, 4, 8, 16, 30, 30 … seconds, each shortened by up to half, so that clients do not come back together. */
function backOff(attempt: number): number {
  return Math.min(2 ** (attempt - 1), 30) * (0.5 + Math.random() / 2)
}

function readRetryAfter({ headers }: HttpResponse): number | undefined {
  const seconds = Number.parseInt(headers['retry-after'] ?? '', 10)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** `undefined` for what is no JSON: a proxy in between responds in HTML. */
function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
