import { z } from 'zod'
import { errorBody, problemBody } from '../error-body.ts'
import { type ErrorCode, errorCatalogue } from '../error-catalogue.ts'
import type { Route } from '../route.ts'
import { routes } from '../routes.ts'
import { errorExample, exampleServer, parameterExamples, problemExample, schemaExamples } from './examples.ts'

type Json = Record<string, unknown>

/** What clients are written against; a release of the product has a version of its own. */
export const apiVersion = '2.0.0'

/** How operations are grouped in a reference, in its order; the first prefix that a path has decides. */
const tags = [
  {
    name: 'Static exports',
    prefix: '/v1/static-export/',
    description: 'Render a site into static files, and get them as a bundle or one by one.',
  },
  {
    name: 'Publishing',
    prefix: '/v1/domains/',
    description: 'Which export the hosts of a domain serve: publish, roll back, pin.',
  },
  { name: 'Projects and domains', prefix: '/v1/', description: 'What a key may use.' },
  { name: 'Agent jobs', prefix: '/v2/agent/', description: 'Have an agent edit the docs of a project.' },
]

/** The OpenAPI 3.1 description, made of the same values that the server binds, for an installation at this address. */
export function describeApi(server: string = exampleServer): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bindery administrative API',
      version: apiVersion,
      description:
        'Static export of documentation sites and agent jobs. Every request carries an admin API key. The version is that of this API, not of a release of Bindery.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server, description: 'Your installation of Bindery.' }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    security: [{ adminKey: [] }],
    paths: describePaths(),
    components: {
      securitySchemes: {
        adminKey: { type: 'http', scheme: 'bearer', description: 'An admin API key; it begins with `bnd_`.' },
      },
      schemas: describeSchemas(),
    },
  }
}

function describePaths(): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: describeOperation(route) }
  }
  return paths
}

function describeOperation(route: Route): Json {
  return {
    operationId: route.operation,
    tags: tags
      .filter(({ prefix }) => route.path.startsWith(prefix))
      .slice(0, 1)
      .map(({ name }) => name),
    summary: route.summary,
    description: route.description,
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(route.body && {
      requestBody: {
        required: route.body.required,
        content: { 'application/json': describeMedia(route.body.schema, 'input') },
      },
    }),
    responses: {
      [route.answer.status]: {
        description: route.answer.description,
        headers: describeHeaders(route.answer.headers),
        content: {
          [route.answer.mediaType ?? 'application/json']: describeMedia(route.answer.schema, 'output'),
        },
      },
      ...(route.polled && { 304: { description: 'The job has not changed since the given `ETag`.' } }),
      ...errorResponses(route.errors),
    },
  }
}

function describeMedia(schema: z.ZodType, io: 'input' | 'output'): Json {
  const example = schemaExamples[idOf(schema) ?? '']
  return { schema: toSchema(schema, io), ...(example !== undefined && { example }) }
}

function exampleOf({ operation }: Route, parameter: string): Json {
  const example = parameterExamples[`${operation}.${parameter}`] ?? parameterExamples[parameter]
  return example === undefined ? {} : { example }
}

function pathParameters(route: Route): Json[] {
  return Object.entries(route.parameters).map(([name, description]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
    ...exampleOf(route, name),
  }))
}

function queryParameters(route: Route): Json[] {
  if (!route.query) return []
  const schema = toSchema(route.query, 'input') as { properties: Record<string, Json>; required?: string[] }
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: property,
    ...exampleOf(route, name),
  }))
}

function headerParameters(route: Route): Json[] {
  const header = (name: string, description: string, schema: Json) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema,
  })
  const polled = [
    header('If-None-Match', 'An earlier `ETag`: answers 304 while the job is unchanged.', { type: 'string' }),
    header(
      'Prefer',
      '`wait=N`: responds when the job changes, or after N seconds (at most 30). `wait=N, until=ended`: responds when the job has ended, or after N seconds.',
      { type: 'string' },
    ),
  ]
  const idempotent = [
    header('Idempotency-Key', 'Kept 24 h: the same key and body return the first answer.', {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]+$',
    }),
  ]
  return [...(route.polled ? polled : []), ...(route.idempotent ? idempotent : [])]
}

function errorResponses(codes: readonly ErrorCode[]): Json {
  const byStatus: Record<number, ErrorCode[]> = {}
  for (const code of codes) {
    byStatus[errorCatalogue[code].status] = [...(byStatus[errorCatalogue[code].status] ?? []), code]
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${errorCatalogue[code].description}`).join('\n\n'),
        headers: describeHeaders(headersOfError(Number(status))),
        content: {
          'application/json': { schema: toSchema(errorBody, 'output'), example: errorExample(group) },
          'application/problem+json': { schema: toSchema(problemBody, 'output'), example: problemExample(group) },
        },
      },
    ]),
  )
}

function headersOfError(status: number): Record<string, string> {
  if (status === 401) return { 'WWW-Authenticate': 'Bearer.' }
  if (status === 429) return { 'Retry-After': 'Seconds until a further try makes sense.' }
  return {}
}

function describeHeaders(headers: Record<string, string>): Json {
  const always = { 'X-Request-Id': 'Names this request in the logs of the service.' }
  return Object.fromEntries(
    Object.entries({ ...headers, ...always }).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  )
}

/** Named schemas become references; the rest is written in place. */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const id = idOf(schema)
  if (id) return { $ref: `#/components/schemas/${id}` }
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return withoutNoise(json) as Json
}

/** What a format already says as a pattern of three lines, and what no number of ours comes near. */
function withoutNoise(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutNoise)
  if (typeof json !== 'object' || json === null) return json
  const { format, pattern, minimum, maximum, ...rest } = json as Json
  const telling = {
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && format !== 'date-time' && { pattern }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  }
  return Object.fromEntries(Object.entries({ ...rest, ...telling }).map(([key, value]) => [key, withoutNoise(value)]))
}

function idOf(schema: z.ZodType | undefined): string | undefined {
  return schema && z.globalRegistry.get(schema)?.id
}

function describeSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: (id) => `#/components/schemas/${id}` })
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([id]) => id !== '__shared')
      .map(([id, { $schema: _schema, $id: _id, ...json }]) => {
        const schema = withoutNoise(json)
        return [id, requestBodies.has(id) ? schema : asAnswer(id, schema)]
      }),
  )
}

const requestBodies = new Set(routes.flatMap((route: Route) => idOf(route.body?.schema) ?? []))

/**
 * Answers only ever gain fields, so a client must not refuse unknown ones; and the specification marks no field of
 * an agent job as required.
 */
function asAnswer(id: string, json: unknown): unknown {
  if (Array.isArray(json)) return json.map((item) => asAnswer(id, item))
  if (typeof json !== 'object' || json === null) return json
  const { additionalProperties: _, required, ...rest } = json as Json
  const described = id === 'AgentJob' || required === undefined ? rest : { ...rest, required }
  return Object.fromEntries(Object.entries(described).map(([key, value]) => [key, asAnswer(id, value)]))
}
