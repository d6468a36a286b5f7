import { createServer, type Server } from 'node:http'
import type { Metrics } from '../ops/metrics.ts'
import type { SiteVersions } from '../versions/site-versions.ts'
import type { DeploymentStatus } from '../versions/update-site.ts'
import { keepAliveMs } from './serve.ts'

export interface InternalParts {
  versions: SiteVersions
  status: DeploymentStatus
  metrics: Metrics
  isDraining(): boolean
}

/** For those who run the host: whether it lives, whether it should get requests and with what, and what it has done. */
export function createInternalServer({ versions, status, metrics, isDraining }: InternalParts): Server {
  const describe = () => {
    const facts = versions.current?.facts
    return {
      ready: versions.current !== undefined && !isDraining(),
      version: facts?.version,
      commit: facts?.commit,
      domain: facts?.domain,
      manifestSha256: facts?.manifestSha256,
      ...status,
    }
  }
  const paths: Record<string, () => [status: number, type: string, body: string]> = {
    '/healthz': () => [200, 'application/json', '{"alive":true}\n'],
    '/readyz': () => {
      const described = { ...describe(), ...(isDraining() ? { draining: true } : {}) }
      return [described.ready ? 200 : 503, 'application/json', `${JSON.stringify(described)}\n`]
    },
    '/metrics': () => [200, 'text/plain; version=0.0.4; charset=utf-8', metrics.render(describe())],
  }
  return createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    const path = request.url?.replace(/\?.*$/s, '') ?? ''
    const answer = Object.hasOwn(paths, path) ? paths[path] : undefined
    const list = `${Object.keys(paths).join(', ')}\n`
    const [code, type, body] = answer ? answer() : ([404, 'text/plain; charset=utf-8', list] as const)
    response.writeHead(code, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
  })
}
