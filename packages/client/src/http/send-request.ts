import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { agents } from './agents.ts'
import { RequestFailed, toRequestFailed } from './request-failed.ts'

export interface RequestOptions {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  signal?: AbortSignal
  timeouts?: Partial<Timeouts>
  /** Resolves the name of the host, or of the proxy. */
  lookup?: LookupFunction
}

/** How long the other side may take. No time counts in which it waits for us. */
export interface Timeouts {
  /** Until there is a connection, with TLS where it is https. */
  connectMs: number
  /** From then until the head of the response has come. */
  headersMs: number
  /** From one piece of the body to the next. */
  idleMs: number
}

export interface HttpResponse {
  status: number
  headers: IncomingHttpHeaders
  /** Read it once, to the end or not: whoever stops early closes the connection. */
  body: AsyncIterable<Uint8Array>
  /** For a body that is not read. */
  discard(): void
}

const defaultTimeouts: Timeouts = { connectMs: 30_000, headersMs: 60_000, idleMs: 60_000 }

/**
 * One HTTP request. A redirect is a response like any other (`followRedirects`), and the body comes as it was sent, never
 * decompressed. Built on `node:http`, since the `fetch` of Node 24.21 ends the process when a server closes the connection
 * while a download is paused: an assertion in its parser, which no caller can catch. Throws `RequestFailed`, or the
 * reason of the signal.
 */
export async function sendRequest(address: string | URL, options: RequestOptions = {}): Promise<HttpResponse> {
  const { signal, body } = options
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  signal?.throwIfAborted()
  const request = createRequest(new URL(address), options)
  try {
    const head = waitForHead(request, timeouts)
    request.end(body)
    const message = await head
    const { statusCode: status = 0, headers } = message
    return { status, headers, body: readBody(message, timeouts, signal), discard: () => void message.destroy() }
  } catch (error) {
    request.destroy()
    signal?.throwIfAborted()
    throw toRequestFailed(error)
  }
}

function createRequest(url: URL, { method = 'GET', headers, body, signal, lookup }: RequestOptions): ClientRequest {
  const { protocol, username, password } = url
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new RequestFailed('bad_address', 'it is not an http(s) address')
  if (username || password) throw new RequestFailed('bad_address', 'it holds a user name or a password')
  const options = {
    method,
    agent: agents[protocol],
    headers: {
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'bindery',
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
    ...(signal && { signal }),
    ...(lookup && { lookup }),
  }
  return (protocol === 'http:' ? requestHttp : requestHttps)(url, options)
}

function waitForHead(request: ClientRequest, { connectMs, headersMs }: Timeouts): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const allow = (ms: number, what: string) =>
    setTimeout(() => request.destroy(new RequestFailed('timeout', `${what} within ${ms / 1000} s`)), ms)
  let timer = allow(connectMs, 'there was no connection')
  const onConnected = () => {
    clearTimeout(timer)
    timer = allow(headersMs, 'there was no response')
  }
  request.once('socket', (socket) => {
    const event = nextEvent(socket)
    if (event) socket.once(event, onConnected)
    else onConnected()
  })
  // For as long as the request lives: what breaks a body is reported by the body, and an error without a listener ends the process.
  request.on('error', reject)
  request.once('response', (message) => {
    message.on('error', () => {})
    resolve(message)
  })
  // An upgrade that nobody asked for is closed without an error.
  request.once('close', () =>
    reject(new RequestFailed('closed', 'the server closed the connection without a response')),
  )
  return promise.finally(() => clearTimeout(timer))
}

/** What a connection that is not ready yet will report; one that a proxy has opened may be ready. */
function nextEvent(socket: Socket): 'connect' | 'secureConnect' | undefined {
  if ('secureConnecting' in socket) return socket.secureConnecting ? 'secureConnect' : undefined
  return socket.connecting ? 'connect' : undefined
}

async function* readBody(
  message: IncomingMessage,
  { idleMs }: Timeouts,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const silent = new RequestFailed('timeout', `nothing more of the response came within ${idleMs / 1000} s`)
  const listen = () => setTimeout(() => message.destroy(silent), idleMs)
  let timer = listen()
  try {
    for await (const chunk of message as AsyncIterable<Uint8Array>) {
      clearTimeout(timer)
      yield chunk
      timer = listen()
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw toRequestFailed(error)
  } finally {
    clearTimeout(timer)
    message.destroy()
  }
}
