import { createServer, type Server } from 'node:http'
import type { Gauges, Metrics } from '../ops/metrics.ts'
import { keepAliveMs } from './serve.ts'

export interface InternalParts {
  describe(): { ready: boolean } & Record<string, unknown>
  gauges(): Omit<Gauges, 'ready'>
  /** Whether a site is served by this name; undefined while nobody can say. Left out where any name will do. */
  knows?: ((domain: string) => boolean | undefined) | undefined
  metrics: Metrics
  isDraining(): boolean
}

type Answer = [status: number, type: string, body: string]
const plain = 'text/plain; charset=utf-8'

/** For those who run the host: whether it lives, whether it should get requests and with what, and what it has done. */
export function createInternalServer({ describe, gauges, knows, metrics, isDraining }: InternalParts): Server {
  const isReady = () => describe().ready && !isDraining()
  const paths: Record<string, (query: URLSearchParams) => Answer> = {
    '/healthz': () => [200, 'application/json', '{"alive":true}\n'],
    '/readyz': () => {
      const described = { ...describe(), ready: isReady(), ...(isDraining() ? { draining: true } : {}) }
      return [described.ready ? 200 : 503, 'application/json', `${JSON.stringify(described)}\n`]
    },
    '/metrics': () => [
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      metrics.render({ ready: isReady(), ...gauges() }),
    ],
    ...(knows && { '/ask': (query) => answerAsk(knows(query.get('domain') ?? '')) }),
  }
  return createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    const [path = '', query = ''] = request.url?.split('?') ?? []
    const answer = Object.hasOwn(paths, path) ? paths[path] : undefined
    const list = `${Object.keys(paths).join(', ')}\n`
    const [code, type, body] = answer ? answer(new URLSearchParams(query)) : ([404, plain, list] as const)
    response.writeHead(code, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
  })
}

/** As a proxy that gets certificates when they are first needed asks it: only for names that have a site. */
function answerAsk(known: boolean | undefined): Answer {
  if (known) return [200, plain, 'There is a site by this name.\n']
  return known === false
    ? [404, plain, 'There is no site by this name.\n']
    : [503, plain, 'The domains are not known yet.\n']
}
