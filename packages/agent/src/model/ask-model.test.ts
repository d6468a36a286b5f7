import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createModelServer } from '../../../../deploy/local/model-server.ts'
import { listTools } from '../tools/use-tool.ts'
import { askModel } from './ask-model.ts'
import { ModelError } from './model-error.ts'
import type { Message } from './model-request.ts'
import { openModel } from './open-model.ts'

const apiKey = 'sk-test-4711-very-secret'
const signal = AbortSignal.timeout(30_000)
let server: Server
let baseUrl = ''

beforeAll(async () => {
  server = createModelServer({ apiKey }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
})

describe.each(['anthropic', 'openai', 'openai-compatible'] as const)('over the protocol of %s', (provider) => {
  const ask = (text: string, messages: Message[] = [], settings: Partial<Parameters<typeof openModel>[0]> = {}) =>
    askModel(
      openModel({ provider, model: 'scripted', baseUrl, apiKey, fetch, ...settings }),
      { system: 'Edit.', messages: [{ role: 'user', text }, ...messages], tools: listTools(), maxOutputTokens: 1000 },
      signal,
    )
  const failure = async (...given: Parameters<typeof ask>): Promise<ModelError> => {
    const error = await ask(...given).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(ModelError)
    return error as ModelError
  }

  test('a text, its tool calls, the usage and the reason to stop come back', async () => {
    const answer = await ask('[script region-flag]')
    expect(answer).toMatchObject({
      text: 'I read both pages first.',
      calls: [
        { name: 'read', input: { path: 'quickstart.mdx' } },
        { name: 'read', input: { path: 'cli.mdx' } },
      ],
      stop: 'tool-calls',
    })
    expect(answer.usage.inputTokens).toBeGreaterThan(100)
    expect(answer.usage.outputTokens).toBeGreaterThan(5)
  })

  test('results of tools reach the model', async () => {
    const instruction = '[script region-flag]'
    const { text, calls } = await ask(instruction)
    const results = calls.map(({ id, name }, i) => ({
      callId: id,
      name,
      text: i === 0 ? '1\t## A link that expires' : '7\t## Exit codes of the command',
      isError: false,
    }))
    const next = await ask(instruction, [
      { role: 'assistant', text, calls },
      { role: 'tool', results },
    ])
    expect(next.calls[0]?.input).toMatchObject({ path: 'cli.mdx', oldText: '## Exit codes of the command' })
  })

  test('what the model thought goes back to it with its calls', async () => {
    const instruction = '[script region-flag]'
    const { text, calls, thoughts } = await ask(instruction)
    expect(thoughts).toMatchObject([{ text: 'The flag is not known here; the pages come first.' }])
    let sent = ''
    const watching: typeof fetch = (input, init) => {
      sent = String(init?.body)
      return fetch(input, init)
    }
    const results = calls.map(({ id, name }) => ({ callId: id, name, text: '1\ttext', isError: false }))
    const kept = JSON.parse(JSON.stringify({ role: 'assistant', text, calls, thoughts })) as Message
    const next = await ask(instruction, [kept, { role: 'tool', results }], { fetch: watching })
    expect(next.calls[0]?.name).toBe('edit')
    const back = { anthropic: '"signature":"signed"', openai: '"encrypted_content":"sealed"' }
    expect(sent).toContain(provider === 'openai-compatible' ? '"reasoning_content":"The flag' : back[provider])
  })

  test('a call that is no JSON and one of an unknown tool come back as they are', async () => {
    const { calls } = await ask('[script malformed]')
    expect(calls).toMatchObject([
      { name: 'read', input: '{"path": "quick' },
      { name: 'shell', input: { command: 'env' } },
      { name: 'read', input: { file: 'quickstart.mdx' } },
    ])
  })

  test('such calls can be sent back to the model, and a cut answer says so', async () => {
    const instruction = '[script malformed] again'
    const { text, calls } = await ask(instruction)
    const results = calls.map(({ id, name }) => ({ callId: id, name, text: 'No.', isError: true }))
    const next = await ask(instruction, [
      { role: 'assistant', text, calls },
      { role: 'tool', results },
    ])
    expect(next).toMatchObject({ text: 'That was', calls: [], stop: 'length' })
  })

  test.each([
    ['429:7', 'model_unreachable', true],
    ['500', 'model_unreachable', true],
    ['529', 'model_unreachable', true],
    ['cut', 'model_unreachable', true],
    ['malformed', 'model_answer_invalid', true],
    ['flood', 'model_answer_invalid', true],
    ['400', 'model_refused', false],
    ['404', 'model_refused', false],
    ['302', 'model_refused', false],
  ])('the fault %s is %s', async (fault, code, transient) => {
    const instruction = `[script no-change] [faults ${fault}] ${provider}`
    const error = await failure(instruction)
    expect(error).toMatchObject({ code, transient })
    expect(error.retryAfterSeconds).toBe(fault === '429:7' ? 7 : undefined)
    expect((await ask(instruction)).calls).toHaveLength(1)
  })

  test('a call is made once, whatever its answer', async () => {
    const instruction = `[script no-change] [faults 500!] once ${provider}`
    await failure(instruction)
    const { conversations } = (await (await fetch(new URL('/calls', baseUrl))).json()) as {
      conversations: { instruction: string; calls: number }[]
    }
    expect(conversations.find((one) => one.instruction === instruction)?.calls).toBe(1)
  })

  test('a wrong key is refused, and stands in no error', async () => {
    const wrong = 'sk-wrong-0815-also-secret'
    const error = await failure('[script no-change]', [], { apiKey: wrong })
    expect(error).toMatchObject({ code: 'model_refused', transient: false })
    expect(JSON.stringify([error.message, error.stack, error.cause ?? '', error])).not.toContain(wrong)
  })

  test('an endpoint that is not there is unreachable', async () => {
    expect(await failure('x', [], { baseUrl: 'http://127.0.0.1:1/v1' })).toMatchObject({ code: 'model_unreachable' })
  })

  test('who gives up gets his own reason, not an error of the model', async () => {
    const settings = openModel({ provider, model: 'scripted', baseUrl, apiKey, fetch })
    const messages: Message[] = [{ role: 'user', text: `[script no-change] [faults hang] ${provider}` }]
    const question = { system: '', messages, tools: [], maxOutputTokens: 10 }
    const giveUp = new AbortController()
    const asking = askModel(settings, question, giveUp.signal)
    giveUp.abort(new Error('cancelled'))
    await expect(asking).rejects.toThrow('cancelled')
  })
})
