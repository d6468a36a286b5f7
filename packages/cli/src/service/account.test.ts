import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jobs, playService, runBindery } from '../../testing/play-service.ts'

const project = { id: 'prj_0123456789abcdef', name: 'Docs', repository: 'https://git.example.com/docs', branch: 'main' }
const domain = { domain: 'docs.example.com', projectId: project.id, verifiedAt: null }
const refusal = { error: 'This API key is not known.', code: 'invalid_key', requestId: 'r1' }

const playAccount = (more: Parameters<typeof playService>[0] = {}) =>
  playService({
    'GET /v1/projects?limit=100': [{ body: { projects: [project], nextCursor: null } }],
    'GET /v1/domains?limit=100': [{ body: { domains: [domain], nextCursor: null } }],
    [`GET ${jobs}?status=running&limit=100`]: [{ body: { jobs: [{}, {}], nextCursor: null } }],
    [`GET ${jobs}?status=queued&limit=100`]: [{ body: { jobs: [], nextCursor: null } }],
    ...more,
  })

const none = { env: { BINDERY_API_KEY: '' } }
const stored = (folder: string) => join(folder, '.config/bindery/login.json')

test('login stores a key that the service accepts, for this person alone, and later commands use it', async () => {
  await using service = await playAccount()
  const login = await runBindery(service, ['login', '--url', service.url], { ...none, input: 'bnd_stored\n' })
  expect(login).toMatchObject({ code: 0, stdout: `You are logged in to ${service.url}/\n` })
  expect(login.stdout + login.stderr).not.toContain('bnd_stored')
  const { mode } = await stat(stored(service.folder))
  // Windows has no such mode; the folder of the person is theirs alone.
  if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600)
  const listed = await runBindery(service, ['projects'], { env: { BINDERY_URL: '' } })
  expect(listed).toMatchObject({ code: 0, stdout: `${project.id}\tDocs\thttps://git.example.com/docs\tmain\n` })
  expect(service.asked.at(-1)?.headers.authorization).toBe('Bearer bnd_stored')
  await runBindery(service, ['projects'])
  expect(service.asked.at(-1)?.headers.authorization).toBe('Bearer bnd_key')
  expect(await runBindery(service, ['logout'], none)).toMatchObject({
    code: 0,
    stdout: `You are logged out of ${service.url}/\n`,
  })
  expect(await runBindery(service, ['projects'], none)).toMatchObject({ code: 1, stdout: '' })
})

test('a stored key is sent to no other service', async () => {
  await using service = await playAccount()
  await using elsewhere = await playAccount()
  await runBindery(service, ['login'], { ...none, input: 'bnd_stored' })
  const { code, stderr } = await runBindery(service, ['projects', '--url', elsewhere.url], none)
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^There is no API key for .*\n {2}Why: You are logged in to .*\n {2}Next: .*\n$/),
  })
  expect(elsewhere.asked).toEqual([])
})

test('login stores nothing that the service refuses', async () => {
  await using service = await playAccount({ 'GET /v1/projects?limit=100': [{ status: 401, body: refusal }] })
  const piped = await runBindery(service, ['login'], { ...none, input: 'bnd_wrong' })
  expect(piped).toEqual({
    code: 3,
    stdout: '',
    stderr: `The service responded with 401 (invalid_key, request r1).\n  Why: ${refusal.error}\n  Next: Make a key on the API keys page of the dashboard, then run bindery login or set BINDERY_API_KEY.\n`,
  })
  await expect(stat(stored(service.folder))).rejects.toThrow('ENOENT')
  const empty = await runBindery(service, ['login'], none)
  expect(empty).toMatchObject({ code: 1, stderr: expect.stringMatching(/^What you entered holds no API key\./) })
})

test('a login that cannot be read is named', async () => {
  await using service = await playAccount()
  await mkdir(join(service.folder, '.config/bindery'), { recursive: true })
  await writeFile(stored(service.folder), '{')
  const { code, stderr } = await runBindery(service, ['status'], none)
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('Next: Run bindery login again.') })
  expect(await runBindery(service, ['login'], { ...none, input: 'bnd_new' })).toMatchObject({ code: 0 })
  expect(await readFile(stored(service.folder), 'utf8')).toContain('bnd_new')
})

test('status shows the service, where the key comes from, and what there is', async () => {
  await using service = await playAccount()
  const { stdout } = await runBindery(service, ['status'])
  expect(stdout).toBe(
    `Service\t${service.url}/\nAPI key\tfrom BINDERY_API_KEY\nProjects\t1\nDomains\t1\nExports\t2 running, 0 queued\n`,
  )
  const json = await runBindery(service, ['status', '--json'])
  expect(JSON.parse(json.stdout)).toMatchObject({ projects: 1, domains: 1, exports: { running: 2, queued: 0 } })
  const plan = { error: 'Static export needs the enterprise plan.', code: 'plan_required' }
  service.scripts[`GET ${jobs}?status=running&limit=100`] = [{ status: 403, body: plan }]
  expect((await runBindery(service, ['status'])).stdout).toContain('Exports\tnot included in the plan\n')
})

test('lists have tabs in a pipe, without what would move a cursor, and hold every page', async () => {
  const odd = { ...project, name: 'Do\u001b]0;evil\u0007cs\nmore' }
  await using service = await playAccount({
    'GET /v1/projects?limit=100': [{ body: { projects: [project], nextCursor: '1.prj_0123456789abcdef' } }],
    'GET /v1/projects?limit=100&cursor=1.prj_0123456789abcdef': [{ body: { projects: [odd], nextCursor: null } }],
  })
  const piped = await runBindery(service, ['projects'])
  expect(piped.stdout.split('\n').map((line) => line.split('\t').length)).toEqual([4, 4, 1])
  expect(piped.stdout).toContain('\tDo ]0;evil cs more\t')
})

test('domains are those of a project that is named by id or name, and a name that fits none is explained', async () => {
  const path = `GET /v1/domains?limit=100&projectId=${project.id}`
  await using service = await playAccount({ [path]: [{ body: { domains: [domain], nextCursor: null } }] })
  for (const name of [project.id, 'Docs']) {
    const { stdout } = await runBindery(service, ['domains', '--project', name])
    expect(stdout).toBe(`docs.example.com\t${project.id}\tnot verified\t-\t-\n`)
  }
  const { code, stderr } = await runBindery(service, ['domains', '--project', 'Other'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'Which project is "Other"?\n  Why: No project has this name or id.\n  Next: Name one by its id: --project ID. bindery projects lists them.\n',
  })
})

test.each([
  [403, 'insufficient_scope', 3],
  [404, 'route_not_found', 4],
  [409, 'export_ended', 1],
  [410, 'export_expired', 4],
  [500, 'internal_error', 5],
])('a refusal with %i %s is three lines and the exit code %i', async (status, code, exitCode) => {
  await using service = await playAccount({
    'GET /v1/projects?limit=100': [{ status, body: { error: 'It cannot be.', code, requestId: 'r' } }],
  })
  const { code: seen, stdout, stderr } = await runBindery(service, ['projects', '--json'])
  expect({ seen, stdout }).toEqual({ seen: exitCode, stdout: '' })
  expect(stderr).toMatch(
    new RegExp(`^The service responded with ${status} \\(${code}, request r\\)\\.\\n  Why: .*\\n  Next: .*\\n$`),
  )
})

test('status of a service that is not there ends after three attempts, with three lines and the exit code 5', async () => {
  await using service = await playAccount()
  const { code, stdout, stderr } = await runBindery(service, ['status', '--url', 'http://127.0.0.1:9'])
  expect({ code, stdout }).toEqual({ code: 5, stdout: '' })
  expect(stderr.match(/Trying again in \d+ s\./g)).toHaveLength(2)
  expect(stderr).toMatch(
    /\nThe service did not respond\.\n {2}Why: http:\/\/127\.0\.0\.1:9 cannot be reached: .*\n {2}Next: .*\n$/,
  )
})
