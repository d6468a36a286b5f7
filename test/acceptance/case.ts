import assert from 'node:assert/strict'
import type { Demo } from '../support/demo.ts'
import type { Answer, Client } from './client.ts'

export interface World {
  demo: Demo
  client: Client
}

/** One promise about one operation. `status` is the answer that it proves. */
export interface Case {
  operation: string
  status: number
  promise: string
  run(world: World): Promise<void>
}

export function expectError(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.body.code, code)
  for (const name of ['jobId', 'status', 'bundleUrl']) assert.equal(answer.body[name], undefined)
  assert.equal(answer.body.requestId, answer.headers.get('x-request-id'))
  if (status === 401) assert.equal(answer.headers.get('www-authenticate')?.split(' ')[0], 'Bearer')
  if (status === 429) assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
}

export async function startAndWait({ client, demo }: World, domain: string, extra: object = {}) {
  const started = await client.startExport({ key: demo.apiKey, body: { domain, ...extra } })
  assert.equal(started.status, 202, started.text)
  return { started, ended: await waitForEnd(client, demo.apiKey, started.body.jobId) }
}

async function waitForEnd(client: Client, key: string, jobId: string): Promise<Answer> {
  const deadline = Date.now() + 300_000
  while (Date.now() < deadline) {
    const answer = await client.getExport(jobId, { key, headers: { prefer: 'wait=10' } })
    if (answer.body?.status === 'completed' || answer.body?.status === 'failed') return answer
  }
  throw new Error(`${jobId} did not end within 300 s`)
}

/** Demo exports that many cases look at, made once. */
const finished = new Map<string, ReturnType<typeof startAndWait>>()
export function finishedExport(world: World, domain: string) {
  const known = finished.get(domain) ?? startAndWait(world, domain)
  finished.set(domain, known)
  return known
}
