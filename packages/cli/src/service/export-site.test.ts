import { hash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { archive, bindery, job, jobId, jobs, playExport, playService } from '../../testing/play-service.ts'

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
  expect(stderr).toContain('The service responded with 429: Too many requests. Trying again in 1 s.')
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
    code: 5,
    stderr:
      'The service responded with 429 (quota_exceeded).\n  Why: The quota is used up.\n  Next: Try again in 30 minutes.\n',
  })
})

test('an export that fails ends with its reason and every page that is to blame', async () => {
  const failed = job('failed', { error: 'A page cannot be parsed.', errorCode: 'page_failed' })
  const failures = [{ file: 'guide.mdx', line: 7, column: 3, reason: 'never\u001bclosed', fatal: true }]
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

test('the key may be in a file', async () => {
  await using service = await playExport()
  await writeFile(join(service.folder, 'key'), 'bnd_key\n')
  const run = (env: Record<string, string>) => bindery(service, ['--job', jobId, '--print-url'], env)
  expect((await run({ BINDERY_API_KEY_FILE: 'key' })).code).toBe(0)
  expect(service.asked.every(({ headers }) => headers.authorization === 'Bearer bnd_key')).toBe(true)
  const asked = service.asked.length
  for (const [env, sentence] of [
    [
      { BINDERY_API_KEY_FILE: 'key', BINDERY_API_KEY: 'canary' },
      /BINDERY_API_KEY and BINDERY_API_KEY_FILE are both set/,
    ],
    [{ BINDERY_API_KEY_FILE: 'nokey' }, /^nokey, which BINDERY_API_KEY_FILE names, cannot be read \(ENOENT\)/],
  ] as const) {
    const { code, stderr } = await run({ ...env })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(sentence) })
    expect(stderr).not.toContain('canary')
  }
  expect(service.asked).toHaveLength(asked)
})

test('the key goes to no other host than the one that was named', async () => {
  await using elsewhere = await playService({})
  await using service = await playService({ [`POST ${jobs}`]: [{ status: 307, headers: { location: elsewhere.url } }] })
  const { code, stderr } = await bindery(service, domain)
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('responded with 307') })
  expect(elsewhere.asked).toEqual([])
})
