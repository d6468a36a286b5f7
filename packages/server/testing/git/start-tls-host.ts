import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export async function listen(server: Server) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, [Symbol.asyncDispose]: close }
}

/** With a certificate for its address and for `only.example.com`, signed by nobody else. */
export async function startTlsHost(answer: RequestListener = (_, response) => void response.end('{}')) {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=specs', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:only.example.com']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'pipe',
  })
  const tls = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
  const server = await listen(createHttpsServer(tls, answer))
  const close = async () => {
    await server[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  }
  return { origin: `https://127.0.0.1:${server.port}`, port: server.port, cert, [Symbol.asyncDispose]: close }
}

/** A proxy that finds every name on this machine, and notes who was asked for and with which credential. */
export async function startProxy() {
  const asked: string[] = []
  const server = createHttpServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(502).end()
  }).on('connect', (request: IncomingMessage, socket) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim())
    const [, port] = request.url?.split(':') ?? []
    const onward = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    for (const end of [socket, onward]) end.on('error', () => onward.destroy())
  })
  return { asked, ...(await listen(server)) }
}
