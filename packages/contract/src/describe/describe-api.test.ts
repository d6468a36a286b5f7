import { expect, test } from 'vitest'
import { z } from 'zod'
import { errorBody, problemBody } from '../error-body.ts'
import { domainName, refName } from '../export-job.ts'
import type { Route } from '../route.ts'
import { routes } from '../routes.ts'
import { describeApi } from './describe-api.ts'

interface Described {
  info: { version: string }
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
  components: { schemas: Record<string, { required?: string[]; additionalProperties?: boolean; properties: object }> }
}
const api = describeApi() as unknown as Described

test('the description carries version 2.0.0 and every path of the specification', () => {
  expect(api.info.version).toBe('2.0.0')
  expect(Object.keys(api.paths)).toEqual([
    '/v1/static-export/jobs',
    '/v1/static-export/jobs/{jobId}',
    '/v1/static-export/jobs/{jobId}/cancel',
    '/v1/static-export/jobs/{jobId}/bundle',
    '/v1/static-export/jobs/{jobId}/files',
    '/v1/static-export/jobs/{jobId}/files/{path}',
    '/v1/static-export/jobs/{jobId}/preview',
    '/v1/static-export/jobs/{jobId}/changes',
    '/v1/static-export/jobs/{jobId}/changes/{path}',
    '/v1/static-export/jobs/{jobId}/report',
    '/v2/agent/{projectId}/job',
    '/v2/agent/{projectId}/jobs',
    '/v2/agent/{projectId}/job/{id}',
    '/v2/agent/{projectId}/job/{id}/message',
    '/v2/agent/{projectId}/job/{id}/cancel',
    '/v2/agent/{projectId}/job/{id}/archive',
    '/v2/agent/{projectId}/job/{id}/unarchive',
    '/v2/agent/{projectId}/job/{id}/events',
    '/v1/projects',
    '/v1/domains',
    '/v1/domains/{domain}/current',
    '/v1/domains/{domain}/publications',
    '/v1/domains/{domain}/publish',
    '/v1/domains/{domain}/rollback',
    '/v1/domains/{domain}/pin',
    '/v1/domains/{domain}/unpin',
  ])
})

interface Media {
  schema: { $ref?: string }
  example?: unknown
}

interface Operation {
  operationId: string
  tags: string[]
  parameters: { in: string; name: string; example?: string }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

const described = Object.values(api.paths).flatMap((path) => Object.values(path) as unknown as Operation[])

test('every operation has one tag that the description explains', () => {
  const named = (describeApi() as { tags: { name: string }[] }).tags.map(({ name }) => name)
  for (const { operationId, tags } of described) {
    expect([operationId, tags.length, named.includes(tags[0]!)]).toEqual([operationId, 1, true])
  }
  expect(new Set(described.flatMap(({ tags }) => tags))).toEqual(new Set(named))
})

test('the description is of the installation whose address is given', () => {
  const { servers } = describeApi('https://docs.example.org/bindery') as { servers: { url: string }[] }
  expect(servers.map(({ url }) => url)).toEqual(['https://docs.example.org/bindery'])
})

test('every body and response has an example that its own schema takes', () => {
  for (const { operationId, requestBody, responses } of described) {
    const bodies = [requestBody, ...Object.values(responses)].flatMap((one) => Object.values(one?.content ?? {}))
    for (const { schema, example } of bodies) {
      const name = schema.$ref?.split('/').at(-1)
      if (name === undefined) continue
      const judged = schemaNamed(name).safeParse(example)
      expect([operationId, name, judged.error?.message]).toEqual([operationId, name, undefined])
    }
  }
})

test('every parameter of a path has an example', () => {
  for (const { operationId, parameters } of described) {
    for (const { in: place, name, example } of parameters.filter((one) => one.in === 'path')) {
      expect([operationId, place, name, typeof example]).toEqual([operationId, 'path', name, 'string'])
    }
  }
})

test('a reader sees no pattern of a date, and no limit that is only the largest number there is', () => {
  const text = JSON.stringify(describeApi())
  const has = (part: string) => text.includes(part)
  expect([has('"format":"date-time"'), has('^se_[0-9a-f]{16}$')]).toEqual([true, true])
  expect([has(String(Number.MAX_SAFE_INTEGER)), has('[02468][048]')]).toEqual([false, false])
})

function schemaNamed(id: string): z.ZodType {
  const all = [...routes.flatMap((route: Route) => [route.body?.schema, route.answer.schema]), errorBody, problemBody]
  const found = all.find((schema) => schema && z.globalRegistry.get(schema)?.id === id)
  if (!found) throw new Error(`No route has a schema ${id}.`)
  return found
}

test('an agent job has the nine fields of the specification first, and marks none as required', () => {
  const { properties, required } = api.components.schemas.AgentJob!
  const ofSpecification = ['id', 'status', 'source', 'model', 'prLink', 'createdAt', 'archivedAt']
  const added = ['title', 'summary', 'errorCode', 'error', 'changedFiles', 'usage']
  expect(Object.keys(properties)).toEqual([...ofSpecification, ...added])
  expect(required).toBeUndefined()
})

test('a request refuses unknown fields, an answer may gain some', () => {
  expect(api.components.schemas.StartExport!.additionalProperties).toBe(false)
  expect(api.components.schemas.ExportJob!.additionalProperties).toBeUndefined()
})

test('no error is described with a member that a polling script could take for a job', () => {
  for (const name of ['Error', 'Problem']) {
    expect(Object.keys(api.components.schemas[name]!.properties)).not.toContain('status')
  }
})

test.each(['docs.example.com', 'localhost', 'a-b.c1'])('%s is a domain', (name) => {
  expect(domainName.safeParse(name).success).toBe(true)
})

test.each(['https://docs.example.com', 'docs.example.com:80', 'docs.example.com/', 'docs.example.com.', '-a.b', ''])(
  '%j is no domain',
  (name) => {
    expect(domainName.safeParse(name).success).toBe(false)
  },
)

test.each(['main', 'v1.2.3', 'feature/a_b', '92e9a1a2'])('%s is a ref', (name) => {
  expect(refName.safeParse(name).success).toBe(true)
})

test.each(['-x', 'a..b', 'a b', 'a.lock', 'a/.b', 'a@{0}', '@', 'a\u0000', 'x/', ''])('%j is no ref', (name) => {
  expect(refName.safeParse(name).success).toBe(false)
})
