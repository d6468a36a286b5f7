import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { quickFaults, silentFaults, startByteServer } from '../testing/faulty-servers.ts'
import { respondJson, startServer } from '../testing/start-server.ts'
import type { operations } from './api.ts'
import { type Client, createClient } from './create-client.ts'
import { ConflictError, ConnectionError, NotFoundError, RateLimitError, UnexpectedResponseError } from './errors.ts'

const apiKey = 'bnd_key'

/** Those of hosts, which are no part of the administrative API. */
const hostCalls = {
  listHostedDomains: ({ hosting }: Client) => hosting.listDomains({ cursor: '7.0.', waitSeconds: 30 }),
  createHostedBundle: ({ hosting }: Client) => hosting.createBundle('docs.example.com', { jobId: 'se_1' }),
}

/** How each operation of the API is reached. */
const calls: Record<Exclude<keyof typeof operations, keyof typeof hostCalls>, (client: Client) => Promise<unknown>> = {
  startExport: ({ exports }) => exports.start({ domain: 'docs.example.com' }),
  listExports: ({ exports }) => exports.list({ domain: 'docs.example.com', limit: 5 }),
  getExport: ({ exports }) => exports.get('se_1'),
  cancelExport: ({ exports }) => exports.cancel('se_1'),
  createBundle: ({ exports }) => exports.createBundle('se_1', { since: 'se_0' }),
  getExportPreview: ({ exports }) => exports.preview('se_1'),
  listExportChanges: ({ exports }) => exports.changes('se_1', { since: 'se_0' }),
  getPageDifference: ({ exports }) => exports.pageDifference('se_1', 'a b/index.html', { since: 'se_0' }),
  listExportFiles: ({ exports }) => exports.files('se_1'),
  getExportFile: ({ exports }) => exports.file('se_1', 'a b/index.html'),
  getExportReport: ({ exports }) => exports.report('se_1'),
  createAgentJob: ({ agentJobs }) => agentJobs.create('prj_1', { prompt: 'Do it.' }),
  listAgentJobs: ({ agentJobs }) => agentJobs.list('prj_1', { status: 'active' }),
  getAgentJob: ({ agentJobs }) => agentJobs.get('prj_1', 'aj_1'),
  messageAgentJob: ({ agentJobs }) => agentJobs.message('prj_1', 'aj_1', { prompt: 'More.' }),
  cancelAgentJob: ({ agentJobs }) => agentJobs.cancel('prj_1', 'aj_1'),
  archiveAgentJob: ({ agentJobs }) => agentJobs.archive('prj_1', 'aj_1'),
  unarchiveAgentJob: ({ agentJobs }) => agentJobs.unarchive('prj_1', 'aj_1'),
  listProjects: ({ projects }) => projects.list({ limit: 5 }),
  listDomains: ({ domains }) => domains.list({ projectId: 'prj_1' }),
  getCurrentExport: ({ domains }) => domains.current('docs.example.com'),
  listPublications: ({ domains }) => domains.publications('docs.example.com', { limit: 5 }),
  publishExport: ({ domains }) => domains.publish('docs.example.com', { jobId: 'se_1' }),
  rollBack: ({ domains }) => domains.rollBack('docs.example.com'),
  pinDomain: ({ domains }) => domains.pin('docs.example.com', { reason: 'the launch' }),
  unpinDomain: ({ domains }) => domains.unpin('docs.example.com'),
  listAgentEvents: ({ agentJobs }) => agentJobs.events('prj_1', 'aj_1', { cursor: '7' }),
}

const description = JSON.parse(readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string; parameters?: { name: string; in: string }[] }>>
}

const described = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters = [] }]) => ({
    operation: operationId as keyof typeof calls,
    method: method.toUpperCase(),
    path,
    isIdempotent: parameters.some(({ name }) => name === 'Idempotency-Key'),
  })),
)

test(`each of the ${described.length} operations of openapi.json has a method, and no other is there`, () => {
  expect(described.length).toBeGreaterThan(15)
  expect(described.map(({ operation }) => operation).sort()).toEqual(Object.keys(calls).sort())
})

test.each(described)('$operation is $method $path', async ({ operation, method, path, isIdempotent }) => {
  await using server = await startServer((_, response) => respondJson(response, 200, {}))
  await calls[operation](createClient({ url: server.url, apiKey }))
  const [seen] = server.seen
  const pattern = path.replace('{path}', 'a%20b/index.html').replace(/\{\w+\}/g, '[\\w.]+')
  expect(seen?.method).toBe(method)
  expect(seen?.path.split('?')[0]).toMatch(new RegExp(`^${pattern}$`))
  expect(seen?.headers.authorization).toBe('Bearer bnd_key')
  expect(seen?.headers['idempotency-key'] !== undefined).toBe(isIdempotent)
})

test('a host asks for what is current of every domain, and for a link to it', async () => {
  await using server = await startServer((_, response) => respondJson(response, 200, {}))
  for (const call of Object.values(hostCalls)) await call(createClient({ url: server.url, apiKey }))
  const [list, link] = server.seen
  expect([list?.method, list?.path, list?.headers.prefer]).toEqual([
    'GET',
    '/v1/hosting/domains?cursor=7.0.',
    'wait=30',
  ])
  expect([link?.method, link?.path]).toEqual(['POST', '/v1/hosting/domains/docs.example.com/bundle'])
})

test('the service may stand below a path', async () => {
  await using server = await startServer((_, response) => respondJson(response, 200, {}))
  await createClient({ url: `${server.url}/bindery`, apiKey }).exports.get('se_1')
  expect(server.seen[0]?.path).toBe('/bindery/v1/static-export/jobs/se_1')
})

test('an id cannot lead to another path', async () => {
  await using server = await startServer((_, response) => respondJson(response, 200, {}))
  const { exports } = createClient({ url: server.url, apiKey })
  await exports.get('../../v2/agent')
  expect(server.seen[0]?.path).toBe('/v1/static-export/jobs/..%2F..%2Fv2%2Fagent')
  await expect(exports.get('')).rejects.toThrow('jobId is empty')
})

const busy = { error: 'Too many requests.', code: 'rate_limited', requestId: 'r' }

test('a busy service is asked again after the time that it names, with the same idempotency key', async () => {
  await using server = await startServer((_, response, count) => {
    if (count === 1) return respondJson(response, 429, busy, { 'retry-after': '0' })
    if (count === 2) return response.writeHead(503).end('<h1>restarting</h1>')
    if (count === 3) return response.destroy()
    respondJson(response, 202, { jobId: 'se_1' })
  })
  const notices: string[] = []
  const client = createClient({ url: server.url, apiKey, onRetry: ({ error }) => notices.push(error.name) })
  expect(await client.exports.start({ domain: 'docs.example.com' })).toEqual({ jobId: 'se_1' })
  expect(notices).toEqual(['RateLimitError', 'UnexpectedResponseError', 'ConnectionError'])
  expect(new Set(server.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('what another try cannot change is thrown at once, by its status', async () => {
  const refusal = (code: string) => ({ error: 'No.', code, requestId: 'req_1', details: [{ path: 'a', message: 'b' }] })
  await using server = await startServer(({ path }, response) => {
    const status = Number(/\d{3}/.exec(path)?.[0])
    respondJson(response, status, refusal('export_not_found'), { 'retry-after': '3600' })
  })
  const { exports } = createClient({ url: server.url, apiKey })
  const error = await exports.get('404').catch((thrown) => thrown)
  expect(error).toBeInstanceOf(NotFoundError)
  expect(error).toMatchObject({ status: 404, code: 'export_not_found', requestId: 'req_1', message: 'No.' })
  expect(error.details).toEqual([{ path: 'a', message: 'b' }])
  await expect(exports.get('409')).rejects.toBeInstanceOf(ConflictError)
  // An hour is too long to wait for.
  await expect(exports.get('429')).rejects.toBeInstanceOf(RateLimitError)
  expect(server.seen).toHaveLength(3)
})

test('a response that is not the API’s is named as such, and no redirect gets the key', async () => {
  await using elsewhere = await startServer((_, response) => respondJson(response, 200, {}))
  await using server = await startServer(({ path }, response) => {
    if (path.endsWith('moved')) return response.writeHead(307, { location: elsewhere.url }).end()
    response.writeHead(418).end('<h1>teapot</h1>')
  })
  const { exports } = createClient({ url: server.url, apiKey })
  await expect(exports.get('moved')).rejects.toBeInstanceOf(UnexpectedResponseError)
  await expect(exports.get('other')).rejects.toThrow(/responded with 418.*Is it the address of a Bindery service\?/)
  expect(elsewhere.seen).toEqual([])
})

test('a service that is not there is tried as often as allowed', async () => {
  const { exports } = createClient({ url: 'http://127.0.0.1:1', apiKey, maxAttempts: 1 })
  await expect(exports.get('se_1')).rejects.toBeInstanceOf(ConnectionError)
  expect(() => createClient({ url: 'bindery', apiKey })).toThrow('is not the address of a service')
})

test('archiving is not repeated once it may have taken effect', async () => {
  await using server = await startServer((_, response) => response.destroy())
  const { agentJobs } = createClient({ url: server.url, apiKey })
  await expect(agentJobs.archive('prj_1', 'aj_1')).rejects.toBeInstanceOf(ConnectionError)
  expect(server.seen).toHaveLength(1)
})

test('all pages are listed, one request for each', async () => {
  await using server = await startServer(({ path }, response) => {
    const cursor = new URL(path, 'http://x').searchParams.get('cursor')
    const page = { null: [['se_1', 'se_2'], 'a'], a: [['se_3'], 'b'], b: [[], null] }[String(cursor)] as [
      string[],
      null,
    ]
    respondJson(response, 200, { jobs: page[0].map((jobId) => ({ jobId })), nextCursor: page[1] })
  })
  const ids: string[] = []
  const { exports } = createClient({ url: server.url, apiKey })
  for await (const { jobId } of exports.listAll({ domain: 'docs.example.com' })) ids.push(jobId)
  expect(ids).toEqual(['se_1', 'se_2', 'se_3'])
  expect(server.seen).toHaveLength(3)
})

const page = JSON.stringify({ jobs: [], nextCursor: null })
const respond = (socket: { end(text: string): void }) =>
  socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${page.length}\r\nConnection: close\r\n\r\n${page}`)

test.concurrent.each(Object.entries({ ...quickFaults, ...silentFaults }))(
  'a service that %s is asked again, and the reason is given',
  async (name, fault) => {
    await using server = await startByteServer(fault.behave, Buffer.alloc(1_000_000))
    const reasons: string[] = []
    const onRetry = ({ error }: { error: Error }) => {
      reasons.push(error.message)
      server.state.behave = respond
    }
    const timeouts = name in silentFaults ? { headersMs: 2000, idleMs: 2000 } : {}
    const { exports } = createClient({ url: server.url, apiKey, onRetry, timeouts })
    expect((await exports.list()).jobs).toEqual([])
    expect(reasons).toEqual([expect.stringMatching(/cannot be reached: /)])
    if (name in quickFaults) expect(reasons[0]).toMatch(fault.reason)
  },
)
