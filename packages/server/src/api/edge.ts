import { networkOf } from '../core/keys/network-of.ts'
import { type ApiContext, createAddressReader } from '../http/client-address.ts'
import { RateLimiter } from '../http/rate-limiter.ts'
import { readRequestId } from '../http/request-id.ts'
import type { AppDeps } from './app-deps.ts'
import type { Exchange, Reply } from './exchange.ts'
import { createFinish } from './finish-exchange.ts'
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
  const readAddress = createAddressReader(deps.trustedProxies, deps.proxyNotices)
  const finish = createFinish(deps)

  function open(c: ApiContext, operation: string): Exchange {
    const address = readAddress(c)
    return {
      c,
      operation,
      requestId: readRequestId(c),
      startedAt: performance.now(),
      address,
      caller: undefined,
      rate: failures.peek(networkOf(address), failuresPerMinute),
      ratePolicy: 'failures',
    }
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
