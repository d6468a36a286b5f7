import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createAssetAsk } from './ask-for-asset.ts'

// Nobody has an address of this network.
const outside = '203.0.113.7'

/** A server of this machine, which no page may make a build connect to. */
async function startInternal() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('secret')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { port, asked, [Symbol.asyncDispose]: async () => void server.close() }
}

test('a name that is public when it is judged and local a moment later does not reach this machine', async () => {
  await using internal = await startInternal()
  const answers = [[outside], ['127.0.0.1']]
  const names: string[] = []
  const ask = createAssetAsk(async (name) => {
    names.push(name)
    return answers.shift() ?? []
  })
  const url = `http://localhost:${internal.port}/a.png`
  // The system resolves this name to the machine itself, as a rebound one at the second question.
  await expect(ask(url, AbortSignal.timeout(1_000))).rejects.toThrow()
  expect([names, internal.asked]).toEqual([['localhost'], []])
  // The next hop is resolved and judged by itself.
  await expect(ask(url, AbortSignal.timeout(1_000))).rejects.toThrow('on this machine or in its network')
  expect([names, internal.asked]).toEqual([['localhost', 'localhost'], []])
})

test.each([
  'http://127.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://169.254.169.254/',
  'http://0x7f.1/',
])('%s is not requested', async (url) => {
  await expect(createAssetAsk()(url, AbortSignal.timeout(1_000))).rejects.toThrow('on this machine or in its network')
})
