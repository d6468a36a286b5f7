import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { askModel } from '@bindery/agent'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import type { AgentJobOrder } from '../../core/agent-jobs/turns/begin-agent-job.ts'
import { openAgentJobModel } from './open-agent-model.ts'

let database: TestDatabase
let connections = 0
const trap = createServer((socket) => {
  connections += 1
  socket.destroy()
})

beforeAll(async () => {
  database = await createTestDatabase()
  await once(trap.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  trap.close()
  await database.close()
})

/** What came of asking a project's own model at this address, in a network where this resolver answers. */
async function ask(baseUrl: string, lookup?: (host: string) => Promise<string[]>): Promise<string> {
  const git = { policy: { allowedHosts: [] }, ...(lookup && { lookup }) }
  const projectModel = { provider: 'openai-compatible' as const, baseUrl }
  const order = { model: 'm', projectModel, projectId: 'prj_0000000000000000' } as unknown as AgentJobOrder
  const model = await openAgentJobModel({ db: database.db, git }, order)
  const messages = [{ role: 'user' as const, text: 'Do it.' }]
  const question = { system: 'You edit.', messages, tools: [], maxOutputTokens: 100 }
  return askModel(model, question, AbortSignal.timeout(10_000)).then(
    () => 'answered',
    (error: Error) => `${error.message} ${String(error.cause)}`,
  )
}

test('a project’s model is never asked at an address of the service’s own network', async () => {
  const { port } = trap.address() as AddressInfo
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254']) {
    expect(await ask(`https://${host}:${port}/v1`), host).not.toBe('answered')
  }
  expect(connections).toBe(0)
})

test('nor where a public name leads there by the time it is asked', async () => {
  const asked: string[] = []
  const lookup = async (host: string) => {
    asked.push(host)
    return ['127.0.0.1']
  }
  expect(await ask('https://models.example.com/v1', lookup)).toContain('not on the public internet')
  expect(asked).toEqual(['models.example.com'])
})
