import { randomUUID } from 'node:crypto'
import { holdsKey } from '../core/keys/key-format.ts'
import type { Log } from '../ops/log.ts'
import { type ApiContext, createAddressReader } from './client-address.ts'
import type { ProxyNotices } from './notice-proxies.ts'
import type { RequestMetrics } from './request-metrics.ts'
import { createTransportSecurity, type TransportSettings } from './transport-security.ts'

/** A request as it came in, before anything is known of its caller. */
export interface ReceivedRequest {
  c: ApiContext
  operation: string
  requestId: string
  startedAt: number
  address: string | null
}

/** What the API has rendered as JSON and the dashboard as HTML. */
export interface RenderedResponse {
  status: number
  body: string | Uint8Array | ReadableStream | null
  headers: Record<string, string>
  cookies?: readonly string[]
}

/** Who sent the request, for the log. */
type LoggedCaller = Partial<Record<'organization' | 'key' | 'person', string>>

/** The way of every request to the API and the dashboard: in here, and out here. */
export interface Pipeline {
  receive(c: ApiContext, operation: string): ReceivedRequest
  /** Adds the headers that all responses have, writes one line to the log and counts it. */
  respond(request: ReceivedRequest, rendered: RenderedResponse, caller: LoggedCaller): Response
}

export interface PipelineDeps extends TransportSettings {
  proxyNotices: ProxyNotices
  log: Log
  metrics: RequestMetrics
  /** The process is about to end. */
  health: { readonly draining: boolean }
}

// Asked every few seconds by a supervisor that keeps its own record.
const quiet = new Set(['getHealth', 'getReadiness'])

export function createPipeline(deps: PipelineDeps): Pipeline {
  const { log, metrics, health } = deps
  const readAddress = createAddressReader(deps.trustedProxies, deps.proxyNotices)
  const readTransportSecurity = createTransportSecurity(deps)

  return {
    receive(c, operation) {
      return { c, operation, requestId: readRequestId(c), startedAt: performance.now(), address: readAddress(c) }
    },
    respond({ c, operation, requestId, startedAt, address }, { status, body, headers, cookies }, caller) {
      const ms = performance.now() - startedAt
      metrics.observe(operation, status, ms / 1000)
      const line = { operation, requestId, status, ms: Math.round(ms * 100) / 100, ...caller, address }
      log[quiet.has(operation) ? 'debug' : 'info'](line, 'request')
      headers['X-Request-Id'] = requestId
      headers['Cache-Control'] ??= 'no-store'
      headers['X-Content-Type-Options'] = 'nosniff'
      const transportSecurity = readTransportSecurity(c)
      if (transportSecurity !== undefined) headers['Strict-Transport-Security'] = transportSecurity
      // A client then opens its next connection elsewhere, instead of losing a request on one that we are about to close.
      if (health.draining) headers.Connection = 'close'
      const response = new Response(body as string | null, { status, headers })
      for (const cookie of cookies ?? []) response.headers.append('Set-Cookie', cookie)
      return response
    },
  }
}

// A caller's own id ties our log to his; it goes into headers, bodies and logs, so only plain characters pass, and no API key.
const sane = /^[A-Za-z0-9._-]{1,64}$/

function readRequestId(c: ApiContext): string {
  const given = c.req.header('x-request-id')
  return given !== undefined && sane.test(given) && !holdsKey(given) ? given : randomUUID()
}
