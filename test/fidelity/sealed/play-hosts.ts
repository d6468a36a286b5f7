import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, type SecureContext } from 'node:tls'
import { makePicture } from './make-picture.ts'

/** Every host of the web, as far as a proxy is asked for it: each address has a picture of its own. */
export interface PlayedHosts extends AsyncDisposable {
  proxyUrl: string
  /** The authority that vouches for all of them. */
  caFile: string
  asked: Set<string>
  /** Another picture at this address from now on. */
  change(url: string): void
}

export async function playHosts(): Promise<PlayedHosts> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-hosts-'))
  const authority = createAuthority(folder)
  const asked = new Set<string>()
  const changed = new Set<string>()
  const answer = (url: string, response: ServerResponse) => {
    asked.add(url)
    const { type, bytes } = makePicture(url, changed.has(url))
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
  }
  const tls = createTlsServer(
    { SNICallback: (name, done) => done(null, authority.contextFor(name)) },
    (request, response) => answer(`https://${request.headers.host}${request.url}`, response),
  )
  const proxy = createServer((request, response) => answer(request.url ?? '', response))
  proxy.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    tls.emit('connection', socket)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  return {
    proxyUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    caFile: authority.caFile,
    asked,
    change: (url) => changed.add(url),
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      proxy.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function createAuthority(folder: string) {
  const [caKey, caFile, key] = ['ca.key', 'ca.pem', 'host.key'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl('req', '-x509', ...curve, '-keyout', caKey, '-out', caFile, '-subj', '/CN=played hosts', '-days', '2')
  openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-out', key)
  const known = new Map<string, SecureContext>()
  const contextFor = (name: string) => {
    const context = known.get(name) ?? createSecureContext({ key: readFileSync(key), cert: sign(name) })
    known.set(name, context)
    return context
  }
  const sign = (name: string) => {
    const subject = ['-subj', '/CN=host', '-addext', `subjectAltName=DNS:${name}`]
    return openssl('req', '-x509', '-new', '-key', key, '-CA', caFile, '-CAkey', caKey, '-days', '2', ...subject)
  }
  return { caFile, contextFor }
}
