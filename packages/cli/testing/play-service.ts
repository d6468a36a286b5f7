import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../dist/main.js', import.meta.url))
export const jobId = 'se_0123456789abcdef'
export const jobs = '/v1/static-export/jobs'
export const archive = 'the bytes of a bundle'

interface Script {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

/** Plays the answers to each method and path in turn, the last one for ever; test/deployments has the real service. */
export async function playService(scripts: Record<string, Script[]>) {
  const asked: { line: string; headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (request, response) => {
    const line = `${request.method} ${request.url}`
    asked.push({ line, headers: request.headers, body: await text(request) })
    const list = scripts[line] ?? [{ status: 404, body: { error: 'There is nothing.', code: 'route_not_found' } }]
    const { status = 200, headers = {}, body } = (list.length > 1 ? list.shift() : list[0]) ?? {}
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const folder = await mkdtemp(join(tmpdir(), 'bindery-export-'))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scripts,
    asked,
    folder,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

export function job(status: string, more: object = {}) {
  const facts = { pageCount: 4, totalPages: 4, pagesReused: 1, version: 'v1', commit: 'c0ffee', errors: 0, warnings: 0 }
  return { jobId, domain: 'docs.example.com', status, error: null, errorCode: null, ...facts, ...more }
}

export async function playExport(more: Record<string, Script[]> = {}) {
  const service = await playService({
    [`POST ${jobs}`]: [{ status: 202, body: job('queued') }],
    [`GET ${jobs}/${jobId}`]: [{ body: job('running'), headers: { etag: '"1"' } }, { body: job('completed') }],
    'GET /bucket': [{ body: archive }],
    ...more,
  })
  const link = { jobId, bundleUrl: `${service.url}/bucket`, sizeBytes: archive.length, sha256: hash('sha256', archive) }
  service.scripts[`POST ${jobs}/${jobId}/bundle`] ??= [{ body: link }]
  return service
}

type Played = Awaited<ReturnType<typeof playService>>

interface Run {
  env?: Record<string, string>
  /** What stdin has. */
  input?: string
}

/** Runs `bindery export`. */
export function bindery(service: Played, args: string[], env: Record<string, string> = { BINDERY_API_KEY: 'bnd_key' }) {
  return runBindery(service, ['export', ...args], { env })
}

/** Runs any command against the service, without anything that a login of this machine has stored. */
export function runBindery(
  { url, folder }: Played,
  args: string[],
  { env = { BINDERY_API_KEY: 'bnd_key' }, input = '' }: Run = {},
) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const settings = { PATH: process.env.PATH, BINDERY_URL: url, XDG_CONFIG_HOME: `${folder}/.config`, ...env }
    const child = execFile(
      process.execPath,
      [command, ...args],
      { cwd: folder, env: settings },
      (error, stdout, stderr) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
    child.stdin?.end(input)
  })
}

/** Runs a command in a terminal; what it prints is in `screen`. */
export function runInTerminal(
  { url, folder }: Played,
  args: string[],
  { env = { BINDERY_API_KEY: 'bnd_key' }, input = '' }: Run = {},
) {
  return new Promise<{ code: number; screen: string }>((resolve) => {
    const line = [process.execPath, command, ...args].map((word) => `'${word}'`).join(' ')
    const settings = {
      PATH: process.env.PATH,
      TERM: 'xterm',
      BINDERY_URL: url,
      XDG_CONFIG_HOME: `${folder}/.config`,
      ...env,
    }
    const options = { cwd: folder, env: settings }
    const child = execFile('script', scriptArguments(line), options, (error, screen) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, screen }),
    )
    if (input === '') return void child.stdin?.end()
    // Typed when it is asked for: a terminal that is closed before ends what runs in it.
    child.stdout?.once('data', () => child.stdin?.write(input))
    child.once('exit', () => child.stdin?.end())
  })
}

/** GNU's and BSD's `script` take the command in different places; both end with its exit code. */
function scriptArguments(line: string): string[] {
  return process.platform === 'linux'
    ? ['--quiet', '--return', '--command', line, '/dev/null']
    : ['-q', '/dev/null', 'sh', '-c', line]
}
