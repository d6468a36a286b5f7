import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

async function listen(server: Server) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, [Symbol.asyncDispose]: close }
}

/** Node reads its own variables when it starts, so each request is made by a process of its own. */
async function ask(url: string, env: Record<string, string>): Promise<string> {
  const module = fileURLToPath(new URL('send-request.ts', import.meta.url))
  const script = `
    import { sendRequest } from ${JSON.stringify(module)}
    const { status } = await sendRequest(${JSON.stringify(url)}).catch(({ code }) => ({ status: code }))
    process.stdout.write(String(status))`
  const args = ['--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH, ...env } })
  return stdout
}

test('Node’s own variables name the private authority and the proxy, and the hosts that are asked directly', async () => {
  await using folder = await temporaryFolder()
  const [key, cert] = [join(folder.path, 'key.pem'), join(folder.path, 'cert.pem')]
  const subject = ['-subj', '/CN=mirror', '-addext', 'subjectAltName=DNS:mirror.example.com,DNS:localhost']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'pipe',
  })
  const tls = { key: await readFile(key), cert: await readFile(cert) }
  await using mirror = await listen(createHttpsServer(tls, (_, response) => void response.writeHead(204).end()))
  const through: string[] = []
  const server = createHttpServer((request, response) => {
    through.push(`${request.method} ${request.url}`)
    response.writeHead(203).end()
  }).on('connect', (request: IncomingMessage, socket) => {
    through.push(`CONNECT ${request.url}`)
    const onward = connect(mirror.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    for (const end of [socket, onward]) end.on('error', () => onward.destroy())
  })
  await using proxy = await listen(server)
  const proxyUrl = `http://127.0.0.1:${proxy.port}`
  const trusted = { NODE_EXTRA_CA_CERTS: cert }
  const proxied = {
    ...trusted,
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: proxyUrl,
    HTTP_PROXY: proxyUrl,
    NO_PROXY: 'localhost',
  }
  const here = `https://localhost:${mirror.port}/`
  expect(await ask(here, {})).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  expect(await ask(here, trusted)).toBe('204')
  expect(await ask(here, proxied)).toBe('204')
  expect(through).toEqual([])
  expect(await ask('https://mirror.example.com/a', proxied)).toBe('204')
  expect(await ask('http://mirror.example.com/b', proxied)).toBe('203')
  expect(through).toEqual(['CONNECT mirror.example.com:443', 'GET http://mirror.example.com/b'])
})
