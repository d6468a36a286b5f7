import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export interface GitServerOptions {
  /** Every bare repository in this folder is served under its name. */
  root: string
  /** Without it everybody may read. */
  credential?: { username: string; secret: string }
  tls?: { key: string; cert: string }
  /** Answers instead of git if it returns true: for hosts that behave badly. */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean
}

export interface GitServer extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  origin: string
  port: number
  /** Method and path of every request so far. */
  requests: string[]
}

/** Serves repositories over smart HTTP with git's own `http-backend`, on a free port of the loopback. */
export async function startGitServer(options: GitServerOptions): Promise<GitServer> {
  const requests: string[] = []
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url}`)
    if (options.intercept?.(request, response)) return
    if (!isWelcome(request, options)) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end()
      return
    }
    runBackend(request, response, options.root)
  }
  const server = options.tls ? createHttpsServer(options.tls, answer) : createHttpServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    requests,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function isWelcome({ headers }: IncomingMessage, { credential }: GitServerOptions): boolean {
  if (!credential) return true
  const token = Buffer.from(`${credential.username}:${credential.secret}`).toString('base64')
  return headers.authorization === `Basic ${token}`
}

function runBackend(request: IncomingMessage, response: ServerResponse, root: string): void {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      // Repositories made by another user, as in a container, would be refused.
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      HTTP_GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  backend.stdin.on('error', () => {})
  request.pipe(backend.stdin)
  response.on('close', () => backend.kill())
  sendCgiAnswer(backend.stdout, response)
}

/** A CGI answer is headers, an empty line and the body; the status is a header. */
function sendCgiAnswer(output: NodeJS.ReadableStream, response: ServerResponse): void {
  let head = Buffer.alloc(0)
  output.on('data', (chunk: Buffer) => {
    if (response.headersSent) return void response.write(chunk)
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) return
    const fields = head.toString('latin1', 0, end).split('\r\n').map(splitField)
    const status = fields.find(([name]) => name === 'Status')?.[1] ?? '200'
    response.writeHead(Number.parseInt(status, 10), Object.fromEntries(fields.filter(([name]) => name !== 'Status')))
    response.write(head.subarray(end + 4))
  })
  output.on('end', () => response.end())
}

function splitField(line: string): [string, string] {
  const colon = line.indexOf(': ')
  return [line.slice(0, colon), line.slice(colon + 2)]
}
