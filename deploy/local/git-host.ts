// The git host of local work and tests: git's own smart HTTP transport (`git http-backend`) behind a small server, with
// no web interface and no pull requests.
//
//   BINDERY_GIT_TOKEN=… node deploy/local/git-host.ts ROOT PORT [ADDRESS]
//
// Serves ROOT/<owner>/<name>.git at /<owner>/<name>.git. Anyone may read, except below `private/`; that, and every
// push, wants HTTP Basic with the token as password.
import { spawn } from 'node:child_process'
import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type GitHostOptions = { root: string; token: string }

// The three addresses of the smart protocol; anything else (the dumb protocol, `..`) is not served.
const route = /^\/(?<owner>[\w-][\w.-]*)\/[\w-][\w.-]*\.git\/(?:info\/refs|git-upload-pack|git-receive-pack)$/

export function createGitHost({ root, token }: GitHostOptions): Server {
  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const owner = route.exec(url.pathname)?.groups?.owner
    if (owner === undefined) return refuse(response, 404, 'There is no such repository.\n')

    const user = authenticate(request, token)
    const guarded = owner === 'private' || `${url}`.includes('git-receive-pack')
    if (guarded && user === undefined) return refuse(response, 401, 'Sign in with the token of this host.\n')

    serve(request, response, cgiEnvironment(root, request, url, user)).catch(() => response.destroy())
  })
}

function refuse(response: ServerResponse, status: number, text: string) {
  response.writeHead(status, { 'content-type': 'text/plain', 'www-authenticate': 'Basic realm="git"' }).end(text)
}

function authenticate(request: IncomingMessage, token: string): string | undefined {
  const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic') return undefined
  const [user = '', ...password] = Buffer.from(credentials, 'base64').toString().split(':')
  const given = Buffer.from(password.join(':'))
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? user || 'git' : undefined
}

function cgiEnvironment(root: string, request: IncomingMessage, url: URL, user: string | undefined) {
  const { headers } = request
  return {
    PATH: process.env.PATH,
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    // Public hosts answer for a commit by its id and for partial clones; git's defaults do not.
    GIT_CONFIG_COUNT: '3',
    GIT_CONFIG_KEY_0: 'uploadpack.allowAnySHA1InWant',
    GIT_CONFIG_VALUE_0: 'true',
    GIT_CONFIG_KEY_1: 'uploadpack.allowFilter',
    GIT_CONFIG_VALUE_1: 'true',
    // In a container the folder belongs to whoever seeded it from outside.
    GIT_CONFIG_KEY_2: 'safe.directory',
    GIT_CONFIG_VALUE_2: '*',
    REQUEST_METHOD: request.method,
    PATH_INFO: url.pathname,
    QUERY_STRING: url.search.slice(1),
    CONTENT_TYPE: headers['content-type'],
    CONTENT_LENGTH: headers['content-length'],
    HTTP_CONTENT_ENCODING: headers['content-encoding'],
    GIT_PROTOCOL: headers['git-protocol']?.toString(),
    REMOTE_ADDR: request.socket.remoteAddress,
    REMOTE_USER: user,
  }
}

async function serve(request: IncomingMessage, response: ServerResponse, env: NodeJS.ProcessEnv) {
  const backend = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  response.once('close', () => backend.kill())
  const sending = pipeline(request, backend.stdin)
  const [head, rest] = await splitHead(backend.stdout)
  response.writeHead(
    Number(head.get('status')?.slice(0, 3) ?? 200),
    [...head].filter(([name]) => name !== 'status').flat(),
  )
  response.write(rest)
  await pipeline(backend.stdout, response)
  await sending
}

// A CGI answer: header lines, an empty line, the body.
async function splitHead(output: Readable): Promise<[Map<string, string>, Buffer]> {
  let bytes = Buffer.alloc(0)
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    bytes = Buffer.concat([bytes, chunk])
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) continue
    const lines = bytes.subarray(0, end).toString('latin1').split('\r\n')
    return [new Map(lines.map(parseHeader)), bytes.subarray(end + 4)]
  }
  throw new Error('git http-backend ended before its headers')
}

function parseHeader(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

if (import.meta.main) {
  const [root, port, address = '127.0.0.1'] = process.argv.slice(2)
  const token = process.env.BINDERY_GIT_TOKEN
  if (!root || !port || !token)
    throw new Error('usage: BINDERY_GIT_TOKEN=… node deploy/local/git-host.ts ROOT PORT [ADDRESS]')
  const host = createGitHost({ root, token }).listen(Number(port), address)
  process.once('SIGTERM', () => {
    host.close()
    host.closeAllConnections()
  })
}
