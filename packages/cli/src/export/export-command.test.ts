import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const command = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const jobId = 'se_0123456789abcdef'
const jobs = '/v1/static-export/jobs'
const archive = 'the bytes of a bundle'

interface Script {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

/** Plays the answers to each method and path in turn, the last one for ever; test/deployments has the real service. */
async function playService(scripts: Record<string, Script[]>) {
  const asked: { line: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    const line = `${request.method} ${request.url}`
    asked.push({ line, headers: request.headers })
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

function job(status: string, more: object = {}) {
  const facts = { pageCount: 4, totalPages: 4, pagesReused: 1, version: 'v1', commit: 'c0ffee', warnings: 0 }
  return { jobId, domain: 'docs.example.com', status, error: null, errorCode: null, ...facts, ...more }
}

async function playExport(more: Record<string, Script[]> = {}) {
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

function bindery(
  { url, folder }: Played,
  args: string[],
  env: Record<string, string> = { BINDERY_API_KEY: 'bnd_key' },
) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: folder, env: { PATH: process.env.PATH, BINDERY_URL: url, ...env } }
    execFile(process.execPath, [command, 'export', ...args], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

const domain = ['--domain', 'docs.example.com']

test('the bundle is downloaded, its digest checked, and the key sent to the service alone', async () => {
  await using service = await playExport()
  const { code, stdout, stderr } = await bindery(service, [...domain, '--output', 'docs.tar.gz'])
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `docs.tar.gz: 21 bytes, SHA-256 ${hash('sha256', archive)}\n`,
  })
  expect(stderr).toContain(`bindery export --job ${jobId}`)
  expect(await readFile(join(service.folder, 'docs.tar.gz'), 'utf8')).toBe(archive)
  expect(await readdir(service.folder)).toEqual(['docs.tar.gz'])
  const withKey = service.asked.filter(({ headers }) => headers.authorization === 'Bearer bnd_key')
  expect(withKey).toHaveLength(service.asked.length - 1)
  expect(service.asked.at(-1)?.line).toBe('GET /bucket')
  expect(service.asked.at(-1)?.headers.authorization).toBeUndefined()
})

test('with --print-url there is the link on stdout and nothing else', async () => {
  await using service = await playExport()
  const { code, stdout } = await bindery(service, [...domain, '--print-url'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${service.url}/bucket\n` })
  expect(await readdir(service.folder)).toEqual([])
})

test('with --no-output the export is waited for, and no link is made', async () => {
  await using service = await playExport()
  const { code, stdout } = await bindery(service, [...domain, '--no-output'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${jobId}\n` })
  expect(service.asked.map(({ line }) => line)).not.toContain(`POST ${jobs}/${jobId}/bundle`)
})

test('a wait that was interrupted is taken up with --job, without a second export', async () => {
  await using service = await playExport()
  const { code } = await bindery(service, ['--job', jobId, '--print-url'])
  expect(code).toBe(0)
  expect(service.asked.map(({ line }) => line)).not.toContain(`POST ${jobs}`)
})

test('a busy service is asked again when it says so, and a start with the same idempotency key', async () => {
  const busy = { headers: { 'retry-after': '1' }, body: { error: 'Too many requests.', code: 'rate_limited' } }
  await using service = await playExport({
    [`POST ${jobs}`]: [
      { status: 429, ...busy },
      { status: 503, body: '<h1>no</h1>' },
      { status: 202, body: job('queued') },
    ],
  })
  const { code, stderr } = await bindery(service, [...domain, '--print-url'])
  expect(code).toBe(0)
  expect(stderr).toContain('answered 429: Too many requests. Asking again in 1 s.')
  const starts = service.asked.filter(({ line }) => line === `POST ${jobs}`)
  expect(starts).toHaveLength(3)
  expect(new Set(starts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('a quota that is used up ends it at once, and says when to come back', async () => {
  const answer = {
    headers: { 'retry-after': '1800' },
    body: { error: 'The quota is used up.', code: 'quota_exceeded' },
  }
  await using service = await playExport({ [`POST ${jobs}`]: [{ status: 429, ...answer }] })
  const { code, stderr } = await bindery(service, domain)
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `${service.url}/ answered 429: The quota is used up. Try again in 30 minutes.\n`,
  })
})

test('an export that fails ends with its reason and every page that is to blame', async () => {
  const failed = job('failed', { error: 'A page cannot be parsed.', errorCode: 'page_failed' })
  const failures = [{ file: 'guide.mdx', line: 7, column: 3, reason: 'never closed', fatal: true }]
  const report = { counts: { pages: 4, rendered: 3, failed: 1 }, failures }
  await using service = await playExport({
    [`GET ${jobs}/${jobId}`]: [{ body: failed }],
    [`GET ${jobs}/${jobId}/report`]: [{ body: report }],
  })
  const { code, stdout, stderr } = await bindery(service, [...domain, '--print-url'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(`The export ${jobId} of docs.example.com failed (page_failed): A page cannot be parsed.\n`)
  expect(stderr).toContain('error guide.mdx:7:3: never closed\n3 of 4 pages rendered, 1 failed.\n')
})

test('other bytes than the service has named leave no file, and the one that was there stays', async () => {
  await using service = await playExport({ 'GET /bucket': [{ body: archive }, { body: 'something else' }] })
  expect((await bindery(service, domain)).code).toBe(0)
  const { code, stderr } = await bindery(service, ['--job', jobId])
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/came with SHA-256 [0-9a-f]{64}, not/),
  })
  expect(await readdir(service.folder)).toEqual(['bundle.tar.gz'])
  expect(await readFile(join(service.folder, 'bundle.tar.gz'), 'utf8')).toBe(archive)
})

test.each([
  [domain, {}, /^BINDERY_API_KEY holds no API key/],
  [domain, { BINDERY_API_KEY: 'bnd_a\nb' }, /^BINDERY_API_KEY holds no API key/],
  [domain, { BINDERY_API_KEY: 'bnd_key', BINDERY_URL: 'bindery' }, /^Which service\? Set BINDERY_URL/],
  [[], { BINDERY_API_KEY: 'bnd_key' }, /^What is to be exported\? Name it with --domain/],
  [['--job', '../x'], { BINDERY_API_KEY: 'bnd_key' }, /^--job \.\.\/x is no export/],
])('%j with %j is answered with a sentence', async (args, env, sentence) => {
  await using service = await playService({})
  const { code, stderr } = await bindery(service, args, env)
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(sentence) })
  expect(service.asked).toEqual([])
})

test('the key goes to no other host than the one that was named', async () => {
  await using elsewhere = await playService({})
  await using service = await playService({ [`POST ${jobs}`]: [{ status: 307, headers: { location: elsewhere.url } }] })
  const { code, stderr } = await bindery(service, domain)
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('answered 307') })
  expect(elsewhere.asked).toEqual([])
})
