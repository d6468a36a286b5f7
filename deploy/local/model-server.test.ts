import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createModelServer } from './model-server.ts'

let server: Server
let url = ''

beforeAll(async () => {
  server = createModelServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const post = (path: string, body: object) => fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) })
const chat = (content: string, more: object[] = []) =>
  post('/v1/chat/completions', { model: 'm', messages: [{ role: 'user', content }, ...more] })
const firstCall = async (response: Response) => {
  const { choices } = (await response.json()) as {
    choices: { message: { tool_calls: { function: { name: string; arguments: string } }[] } }[]
  }
  return choices[0]?.message.tool_calls[0]?.function
}

test('a script is chosen by its marker, else by its words, else the one without words is played', async () => {
  const region = 'Document the new `--region` flag in the CLI page and link it from the quickstart'
  const pathOf = async (text: string) => JSON.parse((await firstCall(await chat(text)))?.arguments ?? '')
  expect(await pathOf(region)).toEqual({ path: 'quickstart.mdx' })
  expect(await pathOf(`${region} [script endless]`)).toEqual({ text: 'word 0' })
  expect(await pathOf(`Before: ${region}. Now: say one sentence more`)).toEqual({ path: 'cli.mdx' })
  expect((await firstCall(await chat('hello', [{ role: 'assistant', content: 'a' }])))?.name).toBe('finish')
})

test('a line that a tool gave is taken over into the answer', async () => {
  const turns = [
    { role: 'assistant', content: 'a' },
    { role: 'tool', content: '1\ttitle\n12\t## Exit codes, all' },
  ]
  const call = await firstCall(await chat('[script follow-up]', turns))
  expect(JSON.parse(call?.arguments ?? '')).toMatchObject({ oldText: '## Exit codes, all' })
})

test('calls, faults and repeated answers are counted for each conversation', async () => {
  await fetch(`${url}/calls`, { method: 'DELETE' })
  const first = await chat('one [faults 429:3 500]')
  expect([first.status, first.headers.get('retry-after')]).toEqual([429, '3'])
  for (const status of [500, 200, 200]) expect((await chat('one [faults 429:3 500]')).status).toBe(status)
  await chat('two')
  const { conversations } = (await (await fetch(`${url}/calls`)).json()) as { conversations: object[] }
  expect(conversations).toMatchObject([
    { script: 'no-change', calls: 4, faults: 2, answered: 2, repeated: 1 },
    { script: 'no-change', calls: 1, faults: 0, answered: 1, repeated: 0 },
  ])
})

describe('streamed', () => {
  test.each([
    [
      '/v1/chat/completions',
      { messages: [{ role: 'user', content: '[script region-flag]' }] },
      /"tool_calls".*\[DONE\]\n\n$/s,
    ],
    [
      '/v1/messages',
      { messages: [{ role: 'user', content: '[script region-flag]' }] },
      /event: message_start.*input_json_delta.*message_stop/s,
    ],
    [
      '/v1/responses',
      { input: [{ role: 'user', content: '[script region-flag]' }] },
      /response\.created.*function_call_arguments\.delta.*response\.completed/s,
    ],
  ])('an answer of %s comes as its events', async (path, body, events) => {
    const response = await post(path, { ...body, model: 'm', stream: true })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(await response.text()).toMatch(events)
  })
})
