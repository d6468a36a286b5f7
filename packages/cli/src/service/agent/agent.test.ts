import { expect, test } from 'vitest'
import { playService, runBindery } from '../../../testing/play-service.ts'

const project = { id: 'prj_0123456789abcdef', name: 'Docs', repository: 'https://git.example.com/docs', branch: 'main' }
const id = 'aj_0123456789abcdef'
const base = `/v2/agent/${project.id}`
const prLink = 'https://git.example.com/docs/pulls/7'

function agentJob(status: string, more: object = {}) {
  return {
    id,
    status,
    source: { repository: project.repository, ref: 'main' },
    model: 'm',
    prLink: null,
    createdAt: '2026-11-16T09:00:00.000Z',
    archivedAt: null,
    title: null,
    summary: null,
    errorCode: null,
    error: null,
    changedFiles: [],
    usage: { inputTokens: 10, outputTokens: 5, steps: 2 },
    ...more,
  }
}

const done = agentJob('completed', { prLink, title: 'Document --region', changedFiles: ['cli.mdx'] })

const playAgent = (more: Parameters<typeof playService>[0] = {}) =>
  playService({
    'GET /v1/projects?limit=100': [{ body: { projects: [project], nextCursor: null } }],
    [`POST ${base}/job`]: [{ status: 201, body: agentJob('active') }],
    [`GET ${base}/job/${id}`]: [{ body: agentJob('active'), headers: { etag: '"1"' } }, { body: done }],
    ...more,
  })

test('run waits for the pull request of the only project, and prints its link alone on stdout', async () => {
  await using service = await playAgent()
  const { code, stdout, stderr } = await runBindery(service, ['agent', 'run', 'Document the --region flag.'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${prLink}\n` })
  expect(stderr).toBe(
    `The agent job ${id} has begun. If this is interrupted: bindery agent show ${id} --project ${project.id}\nDocument --region\n1 file changed.\n`,
  )
  const [start] = service.asked.filter(({ line }) => line === `POST ${base}/job`)
  expect(JSON.parse(start?.body ?? '')).toEqual({ prompt: 'Document the --region flag.' })
  expect(start?.headers['idempotency-key']).toBeDefined()
})

test('run takes project, branch and model, reads the instruction from stdin, and need not wait', async () => {
  await using service = await playAgent()
  const flags = ['--project', 'Docs', '--ref', 'next', '--model', 'n', '--no-wait']
  const { code, stdout } = await runBindery(service, ['agent', 'run', '-', ...flags], {
    env: { BINDERY_API_KEY: 'bnd_key' },
    input: 'Fix the typos.\n',
  })
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${id}\n` })
  expect(JSON.parse(service.asked.at(-1)?.body ?? '')).toEqual({ prompt: 'Fix the typos.', ref: 'next', model: 'n' })
  const empty = await runBindery(service, ['agent', 'run', '-'])
  expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining('What should the agent do?') })
})

test('an agent job without changes has no link, and one that failed is explained in three lines', async () => {
  await using service = await playAgent({ [`GET ${base}/job/${id}`]: [{ body: agentJob('completed') }] })
  const without = await runBindery(service, ['agent', 'run', 'Nothing.'])
  expect(without).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('No file was changed') })
  service.scripts[`GET ${base}/job/${id}`] = [
    { body: agentJob('failed', { error: 'The model did not answer.', errorCode: 'model_failed' }) },
  ]
  const failed = await runBindery(service, ['agent', 'run', 'Try.', '--json'])
  expect(failed).toMatchObject({
    code: 1,
    stderr: `The agent job ${id} failed.\n  Why: The model did not answer. (model_failed)\n  Next: bindery agent show ${id} --project ${project.id} --transcript\n`,
  })
  expect(JSON.parse(failed.stdout)).toMatchObject({ id, status: 'failed' })
})

test('of several projects one must be named', async () => {
  const other = { ...project, id: 'prj_fedcba9876543210', name: 'Other' }
  await using service = await playAgent({
    'GET /v1/projects?limit=100': [{ body: { projects: [project, other], nextCursor: null } }],
  })
  const { code, stderr } = await runBindery(service, ['agent', 'list'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `Which project?\n  Why: There are 2: ${project.id} (Docs), ${other.id} (Other).\n  Next: Name one by its id: --project ID. bindery projects lists them.\n`,
  })
})

test('list, show and cancel print agent jobs as lines and as JSON', async () => {
  await using service = await playAgent({
    [`GET ${base}/jobs?limit=2&status=completed`]: [{ body: { jobs: [done], nextCursor: null } }],
    [`GET ${base}/job/${id}`]: [{ body: done }],
    [`POST ${base}/job/${id}/cancel`]: [{ body: agentJob('failed', { error: 'Cancelled.', errorCode: 'cancelled' }) }],
  })
  const only = ['--project', project.id]
  const listed = await runBindery(service, ['agent', 'list', ...only, '--status', 'completed', '--limit', '2'])
  expect(listed.stdout).toBe(`${id}\tcompleted\t2026-11-16 09:00:00Z\tDocument --region\t${prLink}\n`)
  const shown = await runBindery(service, ['agent', 'show', id, ...only])
  expect(shown.stdout).toContain(`Pull request\t${prLink}\nChanged\tcli.mdx\n`)
  const json = await runBindery(service, ['agent', 'show', id, ...only, '--json'])
  expect(JSON.parse(json.stdout)).toEqual(done)
  const cancelled = await runBindery(service, ['agent', 'cancel', id, ...only])
  expect(cancelled).toMatchObject({ code: 0, stdout: expect.stringContaining('Error\tCancelled. (cancelled)\n') })
  expect(service.asked.map(({ line }) => line)).not.toContain('GET /v1/projects?limit=100')
  const wrong = await runBindery(service, ['agent', 'show', 'se_0123456789abcdef', ...only])
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('is no agent job') })
})

test('the transcript has a line for each event, short and without what would move a cursor', async () => {
  const events = [
    {
      position: 1,
      turn: 1,
      at: '2026-11-16T09:00:01.000Z',
      kind: 'tool',
      body: { text: `\u009b2J${'x'.repeat(500)}` },
    },
  ]
  await using service = await playAgent({
    [`GET ${base}/job/${id}/events?limit=100`]: [{ body: { events, nextCursor: null } }],
  })
  const args = ['agent', 'show', id, '--project', project.id, '--transcript']
  const { stdout } = await runBindery(service, args)
  expect(stdout).toMatch(/^2026-11-16 09:00:01Z\t1\ttool\t\{"text":" 2Jx+…\n$/)
  expect(stdout.length).toBeLessThan(250)
  expect(JSON.parse((await runBindery(service, [...args, '--json'])).stdout)).toEqual(events)
})

test('message goes to the same job; one that is active refuses it and says what to do', async () => {
  const active = { error: 'The agent job is active.', code: 'agent_job_active', requestId: 'r' }
  await using service = await playAgent({
    [`POST ${base}/job/${id}/message`]: [{ body: agentJob('active') }, { status: 409, body: active }],
  })
  const args = ['agent', 'message', id, 'Say that it is optional.', '--project', project.id]
  expect(await runBindery(service, args)).toMatchObject({ code: 0, stdout: `${prLink}\n` })
  expect(await runBindery(service, args)).toMatchObject({
    code: 1,
    stderr:
      'The service responded with 409 (agent_job_active, request r).\n  Why: The agent job is active.\n  Next: Wait for it, or end it: bindery agent cancel ID.\n',
  })
})
