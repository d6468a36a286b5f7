import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { AppError } from '../core/app-error.ts'
import { listen, type Served } from '../http/listen.ts'
import type { App } from './bind-route.ts'
import { renderError } from './render-error.ts'

export async function serveApi(
  app: Pick<App, 'fetch'>,
  { address, port }: { address: string; port: number },
): Promise<Served> {
  const options = {
    // Longer than the 60 s after which common load balancers drop an idle connection, so that they do it, not we.
    keepAliveTimeout: 65_000,
    headersTimeout: 5_000,
    requestTimeout: 10_000,
    connectionsCheckingInterval: 500,
  }
  const listener = getRequestListener(app.fetch, { hostname: 'localhost', errorHandler: refuseUnreadable })
  return listen(createServer(options, listener), { address, port })
}

/** A request whose target or Host is no URL never reaches a route, but gets an answer of the same form. */
function refuseUnreadable(): Response {
  const requestId = randomUUID()
  const error = new AppError('invalid_request', 'The address of this request is not a valid URL.')
  const { status, body, contentType = '' } = renderError(error, requestId, undefined)
  return new Response(body, { status, headers: { 'Content-Type': contentType, 'X-Request-Id': requestId } })
}
