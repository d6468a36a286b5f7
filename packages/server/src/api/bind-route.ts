import type { Route } from '@bindery/contract'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { z } from 'zod'
import { expectExportPlan } from '../core/access/export-plan.ts'
import { AppError } from '../core/app-error.ts'
import { isAddressAllowed } from '../core/keys/key-addresses.ts'
import { limitFor } from '../core/limits/limits.ts'
import type { KeyRow } from '../db/statements/key-row.ts'
import type { AppDeps } from './app-deps.ts'
import type { Edge } from './edge.ts'
import type { Exchange, Reply } from './exchange.ts'
import { identifyCaller } from './identify-caller.ts'
import { readBody, readQuery } from './read-request.ts'

export type App = Hono<{ Bindings: HttpBindings }>

export interface Call<Found extends { key: KeyRow }, Query, Body> {
  exchange: Exchange
  caller: KeyRow
  found: Found
  query: Query
  body: Body
  /** The same look-up again, for a poll that waited. */
  find: () => Promise<Found | undefined>
}

interface Binding<Found extends { key: KeyRow }, Query, Body> {
  /** Finds the key, and whatever the same query can bring along. */
  find: (hash: Buffer, exchange: Exchange) => Promise<Found | undefined>
  /** The operation itself: look-up (404), quota (429), state (409). */
  answer(call: Call<Found, Query, Body>): Reply | Promise<Reply>
}

/** Binds an operation of the contract. This is the one place with the order of the checks. */
export function bindRoute<Found extends { key: KeyRow }, Query extends z.ZodType, Body extends z.ZodType>(
  app: App,
  edge: Edge,
  deps: Pick<AppDeps, 'limits' | 'keyUses'>,
  route: Route<Query, Body>,
  binding: Binding<Found, z.output<Query>, z.output<Body>>,
): void {
  const answer = async (exchange: Exchange): Promise<Reply> => {
    // 401: the key
    const { found, hash } = await identifyCaller(edge, exchange, binding.find)
    const caller = found.key
    exchange.caller = caller
    // 403: address, scope, plan
    admitCaller(caller, route, exchange.address)
    // 429: request rate
    countRequest(edge, exchange, hash, limitFor('requestsPerMinute', deps.limits, caller.limits))
    deps.keyUses.used(caller.key_id, exchange.address)
    // 400, 413, 415: query and body
    const query = readQuery(exchange.c, route) as z.output<Query>
    const limit = limitFor('bodyBytes', deps.limits, caller.limits)
    const body = (route.body && (await readBody(exchange.c, route.body, limit))) as z.output<Body>
    // 404, 429, 409: the operation
    return binding.answer({ exchange, caller, found, query, body, find: () => binding.find(hash, exchange) })
  }
  const path = route.path.replace(/\{(\w+)\}/g, ':$1').replace(/:path$/, ':path{.+}')
  app.on(route.method.toUpperCase(), path, (c) => edge.handle(c, route.operation, answer))
}

export function countRequest(edge: Edge, exchange: Exchange, hash: Buffer, limit: number): void {
  exchange.rate = edge.requests.take(hash.toString('latin1'), limit)
  exchange.ratePolicy = 'requests'
  if (!exchange.rate.exceeded) return
  throw new AppError('rate_limited', 'This API key made too many requests. Wait for Retry-After.', {
    retryAfterSeconds: exchange.rate.resetSeconds,
  })
}

/** Whether a known key may do this here: 403 unless address, scope, standing and plan allow it. */
export function admitCaller(caller: KeyRow, route: Route, address: string | null): void {
  if (caller.addresses !== null && !isAddressAllowed(address, caller.addresses)) {
    throw new AppError('address_not_allowed', 'This API key may not be used from this address.')
  }
  if (route.scope === 'write' && !caller.can_write) {
    throw new AppError('insufficient_scope', 'This API key may only read. Use one with the scope "write".')
  }
  if (caller.suspended) {
    throw new AppError('organization_suspended', 'This organization is suspended. Ask the operator why.')
  }
  if (route.area === 'static-export') expectExportPlan({ plan: caller.plan })
}
