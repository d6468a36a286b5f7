import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { bundleOf, facts, text } from '../../bundle/testing/small-site.ts'
import {
  type Behaviour,
  closing,
  type Fault,
  quickFaults,
  silentFaults,
  slow,
  startByteServer,
} from '../../client/testing/faulty-servers.ts'
import { temporaryFolder } from '../../client/testing/temporary-folder.ts'
import { runProcess } from '../testing/run-process.ts'

/** A megabyte that nothing compresses: `fetch` ended the process in two of three downloads of that size. */
function bundle(version: string): Promise<Buffer> {
  const noise = { path: 'assets/noise.bin', bytes: randomBytes(1_000_000) }
  return bundleOf([noise, text('index.html', `<h1>${version}</h1>`, 'index')], { site: { ...facts, version } })
}

const [v1, v2] = [await bundle('v1'), await bundle('v2')]

test('a host that is started again and again by a server that closes its connections lives every time', async () => {
  await using server = await startByteServer(closing, v1)
  const start = async () => {
    await using folder = await temporaryFolder()
    await using host = await runProcess(folder.path, { bundleUrl: server.url })
    await host.heard(/^Serving version v1/)
  }
  for (let pairs = 0; pairs < 8; pairs++) await Promise.all([start(), start()])
})

/** Without the length that every other fault gives: where it is cut, nothing shows it but the archive itself. */
const cutWithoutLength: Behaviour = (socket, body) => {
  socket.write('HTTP/1.1 200 OK\r\n\r\n')
  socket.end(body.subarray(0, body.length / 2))
}

const promisesLess: Behaviour = (socket, body) => {
  socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length - 100}\r\nConnection: close\r\n\r\n`)
  socket.end(body)
}

const faults = {
  ...quickFaults,
  ...silentFaults,
  'is cut off without a length': { behave: cutWithoutLength, reason: /cut off.*did not say how long/ },
  'promises less than it sends': { behave: promisesLess, reason: /Parse Error|cut off/ },
}

/** The same fault at the first start and at a refresh. */
async function meetTwice({ behave, reason }: Fault, timeoutSeconds: number) {
  await using parts = new AsyncDisposableStack()
  const folder = parts.use(await temporaryFolder())
  const server = parts.use(await startByteServer(behave, v1))
  const settings = { bundleUrl: server.url, refreshSeconds: 1, timeoutSeconds }
  const host = parts.use(await runProcess(folder.path, settings))
  expect(await host.heard(/^There is nothing to serve/)).toMatch(reason)
  expect(await host.ready()).toMatchObject({ status: 503, problem: { message: expect.stringMatching(reason) } })
  server.state.behave = closing
  await host.heard(/^Serving version v1/)
  Object.assign(server.state, { behave, body: v2 })
  expect(await host.heard(/^The new bundle is not served, the old site is/)).toMatch(reason)
  expect(await host.title()).toBe('v1')
  expect(await host.ready()).toMatchObject({ status: 200, version: 'v1', problem: { code: expect.any(String) } })
  const all = parts.move()
  return { host, server, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

const recovered = ['closes in the body', 'stalls in the body', 'promises less than it sends']

test.concurrent.each(Object.entries(faults))(
  'a server that %s, at the start and at a refresh, is reported and outlived',
  async (name, fault) => {
    await using world = await meetTwice(fault, name in silentFaults ? 2 : 60)
    // Each of them has waited for the pause between two tries once; these wait for it again.
    if (!recovered.includes(name)) return
    world.server.state.behave = closing
    await world.host.heard(/^Serving version v2/)
    expect(await world.host.title()).toBe('v2')
    expect((await world.host.ready()).problem).toBeUndefined()
  },
)

test('a slow server is waited for', async () => {
  await using folder = await temporaryFolder()
  await using server = await startByteServer(slow, v1)
  await using host = await runProcess(folder.path, { bundleUrl: server.url, timeoutSeconds: 1 })
  await host.heard(/^Serving version v1/)
})
