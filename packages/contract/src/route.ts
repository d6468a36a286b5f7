import type { z } from 'zod'
import type { ErrorCode } from './error-catalogue.ts'

export type Scope = 'read' | 'write'

/**
 * An operation as a value: the server binds it, the API description is made of it, and its name stands in logs and
 * metrics. `area` decides the plan gate: every static export route needs an enterprise plan.
 */
export interface Route<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  operation: string
  method: 'get' | 'post'
  /** A last parameter that is called `path` takes the rest, slashes too. */
  path: `/${string}`
  area: 'static-export' | 'agent' | 'projects' | 'hosting'
  scope: Scope
  summary: string
  description: string
  parameters: Record<string, string>
  query?: Query
  body?: { schema: Body; required: boolean }
  answer: {
    status: 200 | 201 | 202
    schema: Result
    /** JSON unless it says otherwise. */
    mediaType?: string
    description: string
    headers: Record<string, string>
  }
  /** A job that can be polled answers 304 to `If-None-Match` and waits for `Prefer: wait=N`. */
  polled: boolean
  idempotent: boolean
  errors: readonly ErrorCode[]
}

export function defineRoute<Query extends z.ZodType, Body extends z.ZodType, Result extends z.ZodType>(
  route: Route<Query, Body, Result>,
): Route<Query, Body, Result> {
  return route
}

/** What any route that needs a key can answer, in the order of the checks. */
export const keyErrors = [
  'missing_key',
  'invalid_key',
  'expired_key',
  'revoked_key',
  'address_not_allowed',
  'insufficient_scope',
  'organization_suspended',
  'too_many_failures',
  'rate_limited',
] as const satisfies readonly ErrorCode[]

export const bodyErrors = [
  'malformed_json',
  'invalid_request',
  'body_too_large',
  'unsupported_media_type',
] as const satisfies readonly ErrorCode[]

export const pollHeaders = {
  ETag: 'Changes whenever the job changes.',
  'Retry-After': 'Seconds until the next poll makes sense; absent once the job has ended.',
}
