import { createTransportSecurity, type TransportSettings } from '../http/transport-security.ts'
import type { AppDeps } from './app-deps.ts'
import type { Exchange, Reply } from './exchange.ts'

// Asked every few seconds by a supervisor that keeps its own record.
const quiet = new Set(['getHealth', 'getReadiness'])

export type FinishExchange = (exchange: Exchange, reply: Reply) => Response

/** The last station of every answer: the headers that all have, one line in the log, one count in the metrics. */
export function createFinish(deps: Pick<AppDeps, 'log' | 'metrics' | 'health'> & TransportSettings): FinishExchange {
  const { log, metrics, health } = deps
  const readTransportSecurity = createTransportSecurity(deps)

  return (exchange, reply) => {
    const ms = performance.now() - exchange.startedAt
    metrics.observe(exchange.operation, reply.status, ms / 1000)
    log[quiet.has(exchange.operation) ? 'debug' : 'info'](
      {
        operation: exchange.operation,
        requestId: exchange.requestId,
        status: reply.status,
        ms: Math.round(ms * 100) / 100,
        organization: exchange.caller?.organization_id,
        key: exchange.caller?.key_id,
        address: exchange.address,
      },
      'request',
    )
    const headers = commonHeaders(exchange)
    if (reply.body !== null) headers['Content-Type'] = reply.contentType ?? 'application/json'
    const transportSecurity = readTransportSecurity(exchange.c)
    if (transportSecurity !== undefined) headers['Strict-Transport-Security'] = transportSecurity
    // A client then opens its next connection elsewhere, instead of losing a request on one that we are about to close.
    if (health.draining) headers.Connection = 'close'
    if (reply.headers) Object.assign(headers, reply.headers)
    return new Response(reply.body as string | Uint8Array<ArrayBuffer> | null, { status: reply.status, headers })
  }
}

/** One literal for what all answers have; only what differs is added to it. */
function commonHeaders({ requestId, rate, ratePolicy }: Exchange): Record<string, string> {
  return {
    'X-Request-Id': requestId,
    RateLimit: `"${ratePolicy}";r=${rate.remaining};t=${rate.resetSeconds}`,
    'RateLimit-Policy': `"${ratePolicy}";q=${rate.limit};w=60`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  }
}
