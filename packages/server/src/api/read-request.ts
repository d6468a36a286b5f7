import type { ErrorDetail, Route } from '@bindery/contract'
import type { z } from 'zod'
import { AppError } from '../core/app-error.ts'
import { holdsKey } from '../core/keys/key-format.ts'
import type { ApiContext } from '../http/client-address.ts'
import { describeIssue } from '../http/describe-issue.ts'
import { readBytes } from '../http/read-bytes.ts'

const jsonType = /^application\/json *(;|$)/i

/** The query, parsed. Routes without one ignore whatever stands there. */
export function readQuery(c: ApiContext, route: Route): unknown {
  if (!route.query) return undefined
  const given: Record<string, string> = {}
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (values.length > 1) throw invalid([{ path: `query.${name}`, message: 'is given more than once' }])
    given[name] = values[0] ?? ''
  }
  return parse(route.query, given, 'query')
}

/** The body, parsed: 413 when too large, 415 when no JSON is claimed, 400 when it is none or not what is asked for. */
export async function readBody(
  c: ApiContext,
  bodySchema: NonNullable<Route['body']>,
  limitBytes: number,
): Promise<unknown> {
  const bytes = await readBytes(c, limitBytes).catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause
    throw new AppError('malformed_json', 'The body broke off before its end.', { cause })
  })
  if (bytes.length === 0) {
    // The specification's bundle call sends no body, with whatever content type the client adds by itself.
    if (!bodySchema.required) return parse(bodySchema.schema, {}, 'body')
    throw invalid([{ path: 'body', message: 'is missing' }])
  }
  if (!jsonType.test(c.req.header('content-type') ?? '')) {
    throw new AppError(
      'unsupported_media_type',
      'The body must be JSON. Send it with "Content-Type: application/json".',
    )
  }
  return parse(bodySchema.schema, parseJson(bytes), 'body')
}

/** Printable characters only, as the description says: the key goes into a table and a lock. */
export function readIdempotencyKey(c: ApiContext): string | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return undefined
  const fault = faultOfIdempotencyKey(key)
  if (fault) throw invalid([{ path: 'header.Idempotency-Key', message: fault }])
  return key
}

function faultOfIdempotencyKey(key: string): string | undefined {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) return 'must be 1 to 255 printable characters without spaces'
  if (holdsKey(key)) return 'is an API key, which would be kept here in the clear; send a value made for this request'
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (cause) {
    throw new AppError('malformed_json', 'The body is not valid JSON in UTF-8.', { cause })
  }
}

function parse(schema: z.ZodType, value: unknown, place: string): unknown {
  const parsed = schema.safeParse(value, { error: describeIssue })
  if (parsed.success) return parsed.data
  throw invalid(parsed.error.issues.flatMap((issue) => toDetails(issue, schema, place)))
}

function toDetails(issue: z.core.$ZodIssue, schema: z.ZodType, place: string): ErrorDetail[] {
  const path = [place, ...issue.path].join('.')
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
  const allowed = issue.path.length === 0 ? listFields(schema) : []
  const message = allowed.length > 0 ? `is unknown; allowed: ${allowed.join(', ')}` : 'is unknown'
  return issue.keys.map((key) => ({ path: `${path}.${key}`, message }))
}

function listFields(schema: z.ZodType): string[] {
  return 'shape' in schema && typeof schema.shape === 'object' ? Object.keys(schema.shape ?? {}) : []
}

/** `body.domain` is the field `domain`; what stands alone is the body itself. */
function nameField(path: string): string {
  const name = path.slice(path.indexOf('.') + 1)
  return name === 'body' ? 'The body' : `\`${name}\``
}

function invalid(details: ErrorDetail[]): AppError {
  const [first] = details
  const sentence = first ? `${nameField(first.path)} ${first.message}.` : 'The request is not valid.'
  return new AppError('invalid_request', sentence, { details })
}
