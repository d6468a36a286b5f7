import { expect, test } from 'vitest'
import { job, jobId, jobs, playExport, playService, runInTerminal } from '../../testing/play-service.ts'

// In a pseudo terminal, which Windows has no command for: vitest.config.ts leaves this file out there.

const project = { id: 'prj_0123456789abcdef', name: 'Docs', repository: 'https://git.example.com/docs', branch: 'main' }
const projects = 'GET /v1/projects?limit=100'
const listed = { body: { projects: [project], nextCursor: null } }
const times = { createdAt: '2026-11-16T09:00:00.000Z', updatedAt: '2026-11-16T09:01:00.000Z', retainedUntil: null }
const whole = (status: string, more: object = {}) => job(status, { progress: 50, ...times, ...more })

test('a key that is typed is on no screen', async () => {
  const refusal = { error: 'This API key is not known.', code: 'invalid_key', requestId: 'r1' }
  await using service = await playService({ [projects]: [{ status: 401, body: refusal }] })
  const typed = await runInTerminal(service, ['login'], { env: {}, input: 'bnd_wrong\r' })
  expect(typed).toMatchObject({ code: 3, screen: expect.stringContaining('(not shown)') })
  expect(typed.screen).not.toContain('bnd_wrong')
  expect(service.asked.at(-1)?.headers.authorization).toBe('Bearer bnd_wrong')
})

test('lists have columns, a header and colors, and no colors with NO_COLOR', async () => {
  await using service = await playService({
    [projects]: [listed],
    [`GET ${jobs}?limit=20`]: [{ body: { jobs: [whole('failed')], nextCursor: null } }],
  })
  const { screen } = await runInTerminal(service, ['projects'])
  expect(screen).toContain('\u001b[1mID ')
  expect(screen).toMatch(/ID +NAME +REPOSITORY +BRANCH/)
  expect((await runInTerminal(service, ['exports', 'list'])).screen).toContain('\u001b[31mfailed')
  for (const args of [['projects'], ['exports', 'list']]) {
    const plain = await runInTerminal(service, args, { env: { BINDERY_API_KEY: 'bnd_key', NO_COLOR: '1' } })
    expect(plain.screen).toMatch(/^ID +/)
    expect(plain.screen).not.toContain('\u001b')
  }
})

test('export shows a bar with rate and time left, and clears it', async () => {
  const running = (pageCount: number) => ({
    body: whole('running', { pageCount, totalPages: 40 }),
    headers: { etag: `"${pageCount}"` },
  })
  await using service = await playExport({
    [`GET ${jobs}/${jobId}`]: [running(10), running(20), running(30), { body: whole('completed') }],
  })
  const { code, screen } = await runInTerminal(service, ['export', '--domain', 'docs.example.com', '--print-url'])
  expect(code).toBe(0)
  expect(screen).toMatch(/━{15}─{15} 20\/40 pages, [\d.]+\/s, \d+ s left/)
  expect(screen).toContain('\r\u001b[K')
  expect(screen.trimEnd().endsWith(`${service.url}/bucket`)).toBe(true)
})

test('while an agent job is active a line counts the time, and is cleared', async () => {
  const id = 'aj_0123456789abcdef'
  const base = `/v2/agent/${project.id}/job`
  const prLink = 'https://git.example.com/docs/pulls/7'
  await using service = await playService({
    [projects]: [listed],
    [`POST ${base}`]: [{ status: 201, body: { id, status: 'active' } }],
    [`GET ${base}/${id}`]: [
      { body: { id, status: 'active' }, headers: { etag: '"1"' } },
      { body: { id, status: 'completed', prLink, changedFiles: ['cli.mdx'] } },
    ],
  })
  const { code, screen } = await runInTerminal(service, ['agent', 'run', 'Do it.'])
  expect(code).toBe(0)
  expect(screen).toContain(`\rThe agent job ${id} is active, 1 s\u001b[K`)
  expect(screen.trimEnd().endsWith(prLink)).toBe(true)
})
