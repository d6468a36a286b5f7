import type { Route } from '@bindery/contract'
import type { z } from 'zod'
import { findHostKey, type HostKeyRow } from '../../db/statements/find-host-key.ts'
import type { AppDeps } from '../app-deps.ts'
import { type App, countRequest } from '../bind-route.ts'
import type { Edge } from '../edge.ts'
import type { Exchange, Reply } from '../exchange.ts'
import { identifyCaller } from '../identify-caller.ts'
import { readBody, readQuery } from '../read-request.ts'

export interface HostCall<Query, Body> {
  exchange: Exchange
  key: HostKeyRow
  query: Query
  body: Body
  /** The key again, for a request that waited. */
  findKey: () => ReturnType<typeof findHostKey>
}

// A host that starts with an empty disk asks for a link for each site that somebody wants to see.
const requestsPerMinute = 12_000

/** As `bindRoute`, for the operations of hosts: their keys are of another kind, and belong to no organization. */
export function bindHostRoute<Query extends z.ZodType, Body extends z.ZodType>(
  app: App,
  edge: Edge,
  deps: AppDeps,
  route: Route<Query, Body>,
  answer: (call: HostCall<z.output<Query>, z.output<Body>>) => Promise<Reply>,
): void {
  const handle = async (exchange: Exchange): Promise<Reply> => {
    const { found, hash } = await identifyCaller(edge, exchange, (hashed) => findHostKey(deps.pool, hashed))
    exchange.caller = found.key
    countRequest(edge, exchange, hash, requestsPerMinute)
    deps.keyUses.used(found.key.key_id, exchange.address)
    const query = readQuery(exchange.c, route) as z.output<Query>
    const body = (route.body && (await readBody(exchange.c, route.body, deps.limits.bodyBytes))) as z.output<Body>
    return answer({ exchange, key: found.key, query, body, findKey: () => findHostKey(deps.pool, hash) })
  }
  const path = route.path.replace(/\{(\w+)\}/g, ':$1')
  app.on(route.method.toUpperCase(), path, (c) => edge.handle(c, route.operation, handle))
}
