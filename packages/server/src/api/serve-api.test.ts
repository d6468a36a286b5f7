import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startTestApi } from '../../testing/api/start-test-api.ts'

const jobs = '/v1/static-export/jobs'

/** The raw answer to raw bytes. */
async function speak(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(request)
  await once(socket, 'close')
  return answer
}

test('a poll that waits is answered when the process ends, not cut', async () => {
  const api = await startTestApi()
  const { key, domain } = api.tenant
  const { body } = await api.send(jobs, { key, body: { domain } })
  const began = api.nextWait(body.jobId)
  const waiting = api.send(`${jobs}/${body.jobId}`, { key, headers: { prefer: 'wait=30' } })
  await began
  await api[Symbol.asyncDispose]()
  expect((await waiting).status).toBe(200)
  await expect(api.send('/healthz')).rejects.toThrow()
})

test('before the end, readyz fails first, and what still comes is answered on a connection that closes', async () => {
  await using api = await startTestApi()
  expect((await api.send('/readyz')).headers.get('connection')).toBe('keep-alive')
  api.drain()
  expect((await api.send('/readyz')).status).toBe(503)
  const answer = await api.send(jobs, { key: api.tenant.key })
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
})

test.each([
  ['a target that is no URL', 'GET http://[x HTTP/1.1\r\nHost: a\r\n'],
  ['a Host that is none', 'GET /healthz HTTP/1.1\r\nHost: a b\r\n'],
])('%s gets a 400 of the usual form', async (_what, head) => {
  await using api = await startTestApi()
  const answer = await speak(api.url, `${head}Connection: close\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toMatch(/X-Request-Id: [0-9a-f-]{36}/i)
  expect(answer).toContain('"code":"invalid_request"')
})

test('a client of HTTP/1.0 without a Host is served', async () => {
  await using api = await startTestApi()
  expect(await speak(api.url, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
})
