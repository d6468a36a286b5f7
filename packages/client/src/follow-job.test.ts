import { expect, test } from 'vitest'
import { respondJson, startServer } from '../testing/start-server.ts'
import { createClient } from './create-client.ts'

const job = (status: string, pageCount: number) => ({ jobId: 'se_1', status, pageCount })

test('each change is yielded until the job has ended', async () => {
  const states = [job('queued', 0), job('running', 3), undefined, job('completed', 5)]
  await using server = await startServer((_, response, count) => {
    const state = states[count - 1]
    if (state === undefined) return response.writeHead(304).end()
    respondJson(response, 200, state, { etag: `"${count}"` })
  })
  const { exports } = createClient({ url: server.url, apiKey: 'bnd_key' })
  const pages: number[] = []
  for await (const { pageCount } of exports.wait('se_1')) pages.push(pageCount)
  expect(pages).toEqual([0, 3, 5])
  expect(server.seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"', '"2"', '"2"'])
  expect(server.seen.every(({ headers }) => headers.prefer === 'wait=30')).toBe(true)
})

test('waiting for the end asks to be told of the end alone', async () => {
  await using server = await startServer((_, response, count) => {
    respondJson(response, 200, job(count < 2 ? 'running' : 'failed', 1), { etag: `"${count}"` })
  })
  const { exports } = createClient({ url: server.url, apiKey: 'bnd_key' })
  expect((await exports.waitForEnd('se_1')).status).toBe('failed')
  expect(server.seen.map(({ headers }) => headers.prefer)).toEqual(['wait=30, until=ended', 'wait=30, until=ended'])
})

test('whoever gives up stops the wait', async () => {
  await using server = await startServer((_, response) => respondJson(response, 200, job('running', 1)))
  const { exports } = createClient({ url: server.url, apiKey: 'bnd_key' })
  const giveUp = new AbortController()
  const waiting = exports.waitForEnd('se_1', { signal: giveUp.signal })
  await expect.poll(() => server.seen.length).toBeGreaterThan(0)
  giveUp.abort(new Error('no longer needed'))
  await expect(waiting).rejects.toThrow(/no longer needed|aborted/)
})
