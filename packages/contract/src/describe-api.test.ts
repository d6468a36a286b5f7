import { expect, test } from 'vitest'
import { describeApi } from './describe-api.ts'
import { domainName, refName } from './export-job.ts'

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
