import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { closing, quickFaults, silentFaults, slow, startByteServer } from '../../testing/faulty-servers.ts'
import { RequestFailed } from './request-failed.ts'
import { sendRequest } from './send-request.ts'

const body = Buffer.alloc(1_000_000, 'bindery ')

/** A second where silence is looked for, and the usual time for all else: a busy machine is not a silent server. */
const briefly = (name: string) => (name === 'stalls in the body' ? { idleMs: 1000 } : { headersMs: 1000 })

async function download(url: string, options: Parameters<typeof sendRequest>[1] = {}): Promise<Buffer> {
  return buffer((await sendRequest(url, options)).body)
}

test.each(Object.entries({ ...quickFaults, ...silentFaults }))(
  'a server that %s is a failure with a reason',
  async (name, { behave, reason }) => {
    await using server = await startByteServer(behave, body)
    const downloading = download(server.url, { timeouts: name in silentFaults ? briefly(name) : {} })
    const failure = await downloading.catch((error) => error)
    expect(failure).toBeInstanceOf(RequestFailed)
    expect(failure.message).toMatch(reason)
    await expect.poll(() => server.sockets.size).toBe(0)
  },
)

test('a server that closes while the reader pauses does no harm: the rest is there', async () => {
  await using server = await startByteServer(closing, body)
  const chunks: Uint8Array[] = []
  for await (const chunk of (await sendRequest(server.url)).body) {
    chunks.push(chunk)
    await wait(5)
  }
  expect(Buffer.concat(chunks).equals(body)).toBe(true)
})

test('a slow server has all the time that it uses, and a slow reader is not taken for a silent server', async () => {
  await using server = await startByteServer(slow, body)
  expect((await download(server.url, { timeouts: { idleMs: 1500 } })).equals(body)).toBe(true)
  const chunks: Uint8Array[] = []
  for await (const chunk of (await sendRequest(server.url, { timeouts: { idleMs: 1000 } })).body) {
    if (chunks.length === 0) await wait(2000)
    chunks.push(chunk)
  }
  expect(Buffer.concat(chunks).equals(body)).toBe(true)
})

test('a slow reader holds the server back', async () => {
  let sent = 0
  await using server = await startByteServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const piece = Buffer.alloc(65_536)
    const more = () => {
      while (!socket.destroyed && socket.write(piece)) sent += piece.length
    }
    socket.on('drain', more)
    more()
  }, body)
  const response = await sendRequest(server.url)
  const reading = response.body[Symbol.asyncIterator]()
  await reading.next()
  let before = -1
  while (before !== sent) {
    before = sent
    await wait(300)
  }
  expect(sent).toBeLessThan(64 * 1024 * 1024)
  await reading.return?.()
  await expect.poll(() => server.sockets.size).toBe(0)
})

test('whoever gives up gets his own reason, and the connection is closed', async () => {
  for (const behave of Object.values(silentFaults).map((fault) => fault.behave)) {
    await using server = await startByteServer(behave, body)
    const giveUp = new AbortController()
    const downloading = download(server.url, { signal: giveUp.signal })
    await expect.poll(() => server.state.requests).toBe(1)
    giveUp.abort(new Error('the configuration has changed'))
    await expect(downloading).rejects.toThrow('the configuration has changed')
    await expect.poll(() => server.sockets.size).toBe(0)
  }
  await expect(
    sendRequest('http://127.0.0.1:1/', { signal: AbortSignal.abort(new Error('too late')) }),
  ).rejects.toThrow('too late')
})

test('a request goes to the addresses that its caller looked up', async () => {
  await using server = await startByteServer(slow, body)
  const { port } = new URL(server.url)
  const names: string[] = []
  const { status, discard } = await sendRequest(`http://pinned.invalid:${port}/`, {
    lookup: (name, _options, done) => {
      names.push(name)
      done(null, [{ address: '127.0.0.1', family: 4 }])
    },
  })
  discard()
  expect([status, names]).toEqual([200, ['pinned.invalid']])
})

test('a body that is not wanted is closed', async () => {
  await using server = await startByteServer(silentFaults['stalls in the body']!.behave, body)
  const response = await sendRequest(server.url)
  response.discard()
  await expect.poll(() => server.sockets.size).toBe(0)
})

test('a server that takes no connection, and one that is not there', async () => {
  // One that listens and whose queue is full would need its limits; a handshake that nobody answers is the same wait.
  const mute = createServer(() => {})
  await once(mute.listen(0, '127.0.0.1'), 'listening')
  const { port } = mute.address() as AddressInfo
  const waiting = sendRequest(`https://127.0.0.1:${port}/`, { timeouts: { connectMs: 500 } })
  await expect(waiting).rejects.toMatchObject({ code: 'timeout', message: 'there was no connection within 0.5 s' })
  mute.close()
  await expect(sendRequest('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await expect(sendRequest('http://localhost:1/')).rejects.toThrow(/^connect ECONNREFUSED/)
  await expect(sendRequest('http://nowhere.invalid/')).rejects.toMatchObject({ code: expect.stringMatching(/^E/) })
})

test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://user:secret@127.0.0.1:1/'])(
  '%s is not asked',
  async (url) => {
    const failure = await sendRequest(url).catch((error) => error)
    expect(failure).toMatchObject({ code: 'bad_address' })
    expect(failure.message).not.toContain('secret')
  },
)

test('a redirect is handed over, and a body is sent with its length', async () => {
  const seen: IncomingMessage[] = []
  const server = createHttpServer((request, response) => {
    seen.push(request)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a`
  const { status, headers } = await sendRequest(url, { method: 'POST', body: '{"é":1}' })
  expect([status, headers.location]).toEqual([307, '/elsewhere'])
  expect(seen.map(({ method, url }) => [method, url])).toEqual([['POST', '/a']])
  expect(seen[0]?.headers).toMatchObject({ 'content-length': '8', 'accept-encoding': 'identity' })
  server.close()
})
