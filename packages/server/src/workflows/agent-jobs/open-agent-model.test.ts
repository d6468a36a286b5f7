import { askModel, type Model } from '@bindery/agent'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createModelServer } from '../../../../../deploy/local/model-server.ts'
import { closing, quickFaults, startByteServer } from '../../../../client/testing/faulty-servers.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { listen, startProxy, startTlsHost } from '../../../testing/git/start-tls-host.ts'
import type { AgentJobOrder } from '../../core/agent-jobs/turns/begin-agent-job.ts'
import type { Reach } from '../../outbound/reach-host.ts'
import { openAgentJobModel } from './open-agent-model.ts'

const model = createModelServer()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** A model endpoint under a private authority, and the proxy before it. */
async function startWorld() {
  const parts = new AsyncDisposableStack()
  const requests: string[] = []
  const host = parts.use(
    await startTlsHost((request, response) => {
      requests.push(request.headers.host ?? '')
      model.emit('request', request, response)
    }),
  )
  const proxy = parts.use(await startProxy())
  const proxyUrl = `http://127.0.0.1:${proxy.port}`
  return { host, proxy, proxyUrl, requests, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

type Way = Partial<Reach>

function openInstallation(baseUrl: string, way: Way): Promise<Model> {
  const access = { provider: 'openai-compatible', baseUrl } as const
  const context = {
    db: database.db,
    credentialKeys: undefined,
    model: access,
    git: { policy: { allowedHosts: [] }, ...way },
  }
  return openAgentJobModel(context, { model: 'scripted' } as AgentJobOrder)
}

function openProject(baseUrl: string, way: Way): Promise<Model> {
  const projectModel = { provider: 'openai-compatible', baseUrl }
  const context = {
    db: database.db,
    credentialKeys: undefined,
    model: undefined,
    git: { policy: { allowedHosts: [] }, ...way },
  }
  return openAgentJobModel(context, {
    model: 'scripted',
    projectModel,
    projectId: 'prj_0000000000000000',
  } as AgentJobOrder)
}

async function ask(opened: Promise<Model>) {
  const question = {
    system: '',
    messages: [{ role: 'user', text: '[script no-change]' }],
    tools: [],
    maxOutputTokens: 10,
  }
  return askModel(await opened, question as Parameters<typeof askModel>[1], AbortSignal.timeout(60_000)).then(
    ({ calls }) => `${calls.length} call`,
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  )
}

test('the installation’s endpoint is believed with the private authority, and not without', async () => {
  await using world = await startWorld()
  const baseUrl = `${world.host.origin}/v1`
  expect(await ask(openInstallation(baseUrl, {}))).toMatch(/^model_unreachable: .*self-signed certificate/)
  expect(await ask(openInstallation(baseUrl, { caFile: world.host.cert }))).toBe('1 call')
  expect(world.requests).toHaveLength(1)
})

test('it is reached through the proxy, which alone can find it', async () => {
  await using world = await startWorld()
  const { host, proxy, proxyUrl } = world
  const way = { caFile: host.cert, proxyUrl, lookup: async () => [] }
  const baseUrl = `https://only.example.com:${host.port}/v1`
  expect(await ask(openInstallation(baseUrl, way))).toBe('1 call')
  expect(proxy.asked).toEqual([`only.example.com:${host.port}`])
  expect(await ask(openInstallation(baseUrl, { ...way, proxyUrl: undefined }))).toMatch(/^model_unreachable/)
})

test('it is reached without the proxy where that is not asked: by its name, or without TLS', async () => {
  await using world = await startWorld()
  const { host, proxy, proxyUrl } = world
  const way = { caFile: host.cert, proxyUrl, noProxy: 'other.example.com,127.0.0.1' }
  expect(await ask(openInstallation(`${host.origin}/v1`, way))).toBe('1 call')
  await using plain = await listen(model)
  expect(await ask(openInstallation(`http://127.0.0.1:${plain.port}/v1`, { proxyUrl }))).toBe('1 call')
  expect(proxy.asked).toEqual([])
})

test('a project’s own endpoint is judged as before: no proxy, authority or exception lets it inside', async () => {
  await using world = await startWorld()
  const { host, proxy, proxyUrl } = world
  const inside = async () => ['127.0.0.1']
  for (const way of [{}, { proxyUrl }, { proxyUrl, noProxy: '*' }]) {
    for (const baseUrl of [
      `${host.origin}/v1`,
      'https://only.example.com/v1',
      'https://127.0.0.1/v1',
      'http://example.com/v1',
    ]) {
      expect(await ask(openProject(baseUrl, { ...way, caFile: host.cert, lookup: inside }))).toMatch(
        /refused|not on the public/,
      )
    }
  }
  expect([world.requests, proxy.asked]).toEqual([[], []])
})

test.each(Object.entries(quickFaults))(
  'an endpoint that %s is a model that cannot be reached',
  async (_, { behave }) => {
    await using server = await startByteServer(behave, Buffer.alloc(100_000, ' '))
    expect(await ask(openInstallation(`${server.url}/v1`, {}))).toMatch(/^model_unreachable/)
  },
)

test('an endpoint that closes its connections is heard to the end', async () => {
  const message = { role: 'assistant', content: 'x'.repeat(1_000_000) }
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  const answer = { id: 'a', created: 1, model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }], usage }
  await using server = await startByteServer(closing, Buffer.from(JSON.stringify(answer)))
  for (let times = 0; times < 10; times++) expect(await ask(openInstallation(`${server.url}/v1`, {}))).toBe('0 call')
})
