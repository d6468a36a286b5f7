import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SpecNotFetched } from '@bindery/site'
import { expect, test } from 'vitest'
import { listHostileUrls } from '../../../../test/security/clone-urls/urls.ts'
import { createAskForSpec } from './ask-for-spec.ts'
import type { Reach } from './reach-host.ts'

async function listen(server: Server) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, [Symbol.asyncDispose]: close }
}

async function startHost(answer: RequestListener = (_, response) => void response.end('{}')) {
  const requests: IncomingMessage[] = []
  const server = createHttpServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  return { requests, ...(await listen(server)) }
}

async function ask(url: string, hosts: Partial<Reach> & { allowed?: string[] }) {
  const { allowed = [], ...rest } = hosts
  const askForSpec = createAskForSpec({ policy: { allowedHosts: allowed }, ...rest })
  const { status, location, body } = await askForSpec(url, AbortSignal.timeout(10_000))
  return { status, location, text: await text(body as IncomingMessage) }
}

const refusal = (asking: Promise<unknown>) =>
  asking.then(
    () => 'it was asked',
    (error: unknown) => (error instanceof SpecNotFetched ? error.message : String(error)),
  )

test('the connection goes to the address that was judged, and the resolver is asked once', async () => {
  await using host = await startHost()
  const origin = `http://specs.example.com:${host.port}`
  const looked: string[] = []
  const lookup = async (name: string) => {
    looked.push(name)
    return ['127.0.0.1']
  }
  const answer = await ask(`${origin}/a.json?format=json`, { allowed: [origin], lookup })
  expect(answer).toEqual({ status: 200, location: undefined, text: '{}' })
  expect(looked).toEqual(['specs.example.com'])
  expect(host.requests[0]?.url).toBe('/a.json?format=json')
  expect(host.requests[0]?.headers).toEqual({
    host: `specs.example.com:${host.port}`,
    accept: expect.any(String),
    'accept-encoding': 'identity',
    'user-agent': 'bindery',
    connection: expect.any(String),
  })
})

test('a redirect is handed over and not followed', async () => {
  await using host = await startHost((_, response) => void response.writeHead(302, { location: '/b.json' }).end())
  const origin = `http://127.0.0.1:${host.port}`
  expect(await ask(`${origin}/a.json`, { allowed: [origin] })).toMatchObject({ status: 302, location: '/b.json' })
  expect(host.requests).toHaveLength(1)
})

test('every hostile address is refused with one sentence, whether there is such a host or not', async () => {
  await using host = await startHost()
  const sentences = new Set<string>()
  for (const { url, resolvesTo } of listHostileUrls(host.port)) {
    const lookup = async () => {
      if (!resolvesTo) throw new Error('there is no such host')
      return resolvesTo
    }
    sentences.add(await refusal(ask(url, { lookup })))
  }
  sentences.add(await refusal(ask('https://unknown.example.com/a.json', { lookup: async () => [] })))
  expect([...sentences]).toEqual([expect.stringMatching(/^its host is unknown or refused; only public hosts/)])
  expect(host.requests).toHaveLength(0)
})

test('a private authority is believed beside the usual ones, and without it a host is not', async () => {
  await using host = await startTlsHost()
  const url = `${host.origin}/a.json`
  expect(await ask(url, { allowed: [host.origin], caFile: host.cert })).toMatchObject({ status: 200, text: '{}' })
  await expect(ask(url, { allowed: [host.origin] })).rejects.toThrow('self-signed certificate')
})

test('a proxy is asked for a host that only it can find', async () => {
  await using host = await startTlsHost()
  const asked: string[] = []
  const server = createHttpServer().on('connect', (request: IncomingMessage, socket) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization']}`)
    const [, port] = request.url?.split(':') ?? []
    const onward = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    for (const end of [socket, onward]) end.on('error', () => onward.destroy())
  })
  await using proxy = await listen(server)
  const origin = `https://only.example.com:${host.port}`
  const settings = { allowed: [origin], caFile: host.cert, lookup: async () => [] }
  const proxyUrl = `http://us:password@127.0.0.1:${proxy.port}`
  expect(await ask(`${origin}/a.json`, { ...settings, proxyUrl })).toMatchObject({ status: 200, text: '{}' })
  const token = Buffer.from('us:password').toString('base64')
  expect(asked).toEqual([`only.example.com:${host.port} Basic ${token}`])
})

/** With a certificate for its address and for `only.example.com`, signed by nobody else. */
async function startTlsHost() {
  const folder = await mkdtemp(join(tmpdir(), 'ask-for-spec-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=specs', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:only.example.com']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'pipe',
  })
  const tls = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
  const server = await listen(createHttpsServer(tls, (_, response) => void response.end('{}')))
  const close = async () => {
    await server[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  }
  return { origin: `https://127.0.0.1:${server.port}`, port: server.port, cert, [Symbol.asyncDispose]: close }
}
