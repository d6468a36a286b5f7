import { networkOf } from '../core/keys/network-of.ts'
import type { ApiContext } from '../http/client-address.ts'
import { createPipeline } from '../http/pipeline.ts'
import { RateLimiter } from '../http/rate-limiter.ts'
import type { AppDeps } from './app-deps.ts'
import type { Exchange, Reply } from './exchange.ts'
import { renderError, toAppError } from './render-error.ts'

export interface Edge {
  requests: RateLimiter
  failures: RateLimiter
  failuresPerMinute: number
  /** Takes a request in, lets `answer` work on it, and sends out whatever comes of it, errors too. */
  handle(c: ApiContext, operation: string, answer: (exchange: Exchange) => Reply | Promise<Reply>): Promise<Response>
}

export function createEdge(deps: AppDeps): Edge {
  const failures = new RateLimiter()
  const failuresPerMinute = deps.failedAuthenticationsPerMinute
  const pipeline = createPipeline(deps)

  function open(c: ApiContext, operation: string): Exchange {
    const received = pipeline.receive(c, operation)
    const rate = failures.peek(networkOf(received.address), failuresPerMinute)
    return { ...received, caller: undefined, rate, ratePolicy: 'failures' }
  }

  function finish(exchange: Exchange, { status, body, headers, contentType = 'application/json' }: Reply): Response {
    const { organization_id: organization, key_id: key } = exchange.caller ?? {}
    const type = body === null ? undefined : { 'Content-Type': contentType }
    const rendered = { status, body, headers: { ...headersOf(exchange), ...type, ...headers } }
    return pipeline.respond(exchange, rendered, { ...(organization && { organization }), ...(key && { key }) })
  }

  function refuse(exchange: Exchange, thrown: unknown): Response {
    const error = toAppError(thrown)
    const { operation, requestId } = exchange
    if (error.code === 'internal_error') deps.log.error({ err: thrown, operation, requestId }, 'request failed')
    if (error.code === 'unavailable') deps.log.warn({ err: thrown, operation, requestId }, 'request not answered')
    const reply = renderError(error, requestId, exchange.c.req.header('accept'))
    return finish(exchange, reply)
  }

  return {
    requests: new RateLimiter(),
    failures,
    failuresPerMinute,
    async handle(c, operation, answer) {
      const exchange = open(c, operation)
      try {
        return finish(exchange, await answer(exchange))
      } catch (error) {
        return refuse(exchange, error)
      }
    },
  }
}

/** What every response of the API has; only what differs is added to it. */
function headersOf({ rate, ratePolicy }: Exchange): Record<string, string> {
  return {
    RateLimit: `"${ratePolicy}";r=${rate.remaining};t=${rate.resetSeconds}`,
    'RateLimit-Policy': `"${ratePolicy}";q=${rate.limit};w=60`,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  }
}
