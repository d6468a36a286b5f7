import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plantPerson } from '../../../testing/core/people/plant-person.ts'
import type { Browser } from '../../../testing/dashboard/browser.ts'
import { plantSite, type Site } from '../../../testing/dashboard/plant-site.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'
import { completeAgentJob } from '../../core/agent-jobs/turns/complete-agent-job.ts'
import { failAgentJob } from '../../core/agent-jobs/turns/fail-agent-job.ts'
import { recordEvents } from '../../core/agent-jobs/turns/record-events.ts'

const usage = { inputTokens: 1_200, outputTokens: 340, steps: 2 }
let dashboard: TestDashboard
let site: Site
let home: string
let writer: Browser
let viewer: Browser

beforeAll(async () => {
  dashboard = await startTestDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

beforeEach(async () => {
  const { db } = dashboard.database
  site = await plantSite(db)
  home = `/dashboard/${site.organizationId}/agent-jobs`
  const [write, view] = await Promise.all(
    (['writer', 'viewer'] as const).map((role) => plantPerson(db, { memberships: { [site.organizationId]: role } })),
  )
  writer = await dashboard.openBrowser(write?.id)
  viewer = await dashboard.openBrowser(view?.id)
})

async function ask(fields: Record<string, string> = {}): Promise<string> {
  const given = { form: crypto.randomUUID(), project: site.projectId, prompt: 'Explain the flag.', ...fields }
  const { path } = await writer.submit(`${home}/new`, home, given)
  return path.slice(path.lastIndexOf('/') + 1)
}

const complete = (agentJobId: string, prLink: string | null = 'https://git.example.com/docs/pulls/7') =>
  completeAgentJob(
    dashboard.database.db,
    { agentJobId, turn: 1 },
    { prLink, headCommit: 'c', title: 'Explain --region', summary: 'Done.', changedFiles: ['cli.mdx'], usage },
  )

test('the start form warns of a project whose jobs cannot open a pull request, and links to the setting', async () => {
  const { db } = dashboard.database
  const admin = await plantPerson(db, { memberships: { [site.organizationId]: 'admin' } })
  const browser = await dashboard.openBrowser(admin.id)
  const settings = `/dashboard/${site.organizationId}/projects/${site.projectId}`
  const look = async () => (await browser.get(`${home}/new?project=${site.projectId}`)).text
  const set = (values: object) => db.updateTable('project').set(values).where('id', '=', site.projectId).execute()
  expect(await look()).toMatch(
    new RegExp(`Agent jobs of Docs cannot open a pull request.*kind of its git host.*href="${settings}/settings"`),
  )
  expect((await writer.get(`${home}/new`)).text).toContain('An admin of Acme can set it.')
  await set({ git_host: 'gitea' })
  expect(await look()).toMatch(new RegExp(`no credential to push with.*href="${settings}/credential"`))
  await set({ credential: Buffer.from('sealed') })
  expect(await look()).not.toContain('cannot open a pull request')
})

test('a job that fails because its git host is unknown does not claim that a branch was pushed', async () => {
  const id = await ask()
  const message = 'It is not known which kind of git host git.example.com is.'
  await failAgentJob(dashboard.database.db, { agentJobId: id, turn: 1 }, { code: 'git_host_unknown', message })
  const { text } = await writer.get(`${home}/${id}`)
  expect(text).toContain('Nothing was pushed. Set the git host in the settings of the project.')
  expect(text).not.toContain('is pushed')
})

describe('the list', () => {
  test('without agent_jobs it says what one is and where to ask for it', async () => {
    expect((await writer.get(home)).text).toMatch(/No agent jobs yet.*New agent job/s)
    expect((await viewer.get(home)).text).toMatch(/No agent jobs yet.*A writer of Acme can start one/s)
  })

  test('shows title, project, pull request and tokens, and narrows by status and project', async () => {
    const [done] = [await ask(), await ask({ prompt: 'Another thing.' })]
    await complete(done)
    const { text } = await viewer.get(home)
    expect(text).toMatch(/Another thing\..*Explain --region.*Docs.*href="https:\/\/git\.example\.com[^>]*>#7<.*1,540/s)
    expect((await viewer.get(`${home}?status=active`)).text.match(/<tr>/g)).toHaveLength(2)
    expect((await viewer.get(`${home}?project=${site.projectId}`)).text.match(/<tr>/g)).toHaveLength(3)
    expect((await viewer.get(`${home}?project=prj_0000000000000000`)).text).toContain('No matching agent jobs')
  })

  test('goes on with older ones', async () => {
    await dashboard.database.pool.query(
      `insert into agent_job (id, organization_id, project_id, repository, model, prompt, created_at)
       select 'aj_' || lpad(to_hex(n), 16, '0'), $1, $2, 'r', 'm', 'p' || n, now() - n * interval '1 minute'
       from generate_series(1, 30) n`,
      [site.organizationId, site.projectId],
    )
    const first = await viewer.get(home)
    const older = /rel="next" href="([^"]+)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect((await viewer.get(older)).text.match(/<tr>/g)).toHaveLength(11)
  })
})

describe('asking for one', () => {
  test('takes project, instruction, branch and model, and leads to its page', async () => {
    const id = await ask({ ref: 'next', model: 'n' })
    expect(dashboard.enqueued).toContain(`${id}:t1`)
    const { text } = await viewer.get(`${home}/${id}`)
    for (const said of ['active', 'Explain the flag.', 'next', '<dd>n</dd>']) expect(text).toContain(said)
  })

  test('a form that is sent twice makes one agent job', async () => {
    const form = crypto.randomUUID()
    expect(await ask({ form })).toBe(await ask({ form }))
  })

  test('what cannot be is said beside the form, as it was filled in', async () => {
    const form = crypto.randomUUID()
    const send = (fields: Record<string, string>) =>
      writer.submit(`${home}/new`, home, { form, project: site.projectId, prompt: 'Mine.', ...fields })
    const model = await send({ model: 'x' })
    expect(model.status).toBe(400)
    expect(model.text).toMatch(/must be one of m, n.*Mine\./s)
    expect((await send({ prompt: 'x'.repeat(32_001) })).status).toBe(422)
    expect((await send({ project: 'prj_0000000000000000' })).status).toBe(404)
    expect((await viewer.submit(home, home, { form, project: site.projectId, prompt: 'No.' })).status).toBe(403)
  })
})

describe('the page of an agent job', () => {
  test('reads as a conversation: what was asked, done, checked and how it ended', async () => {
    const id = await ask()
    const { db } = dashboard.database
    await recordEvents(
      db,
      { agentJobId: id, turn: 1 },
      [
        { n: 1, kind: 'answer', body: { text: 'I look at the page first.', calls: ['edit'] } },
        {
          n: 2,
          kind: 'tool',
          body: {
            tool: 'edit',
            input: { path: 'cli.mdx', oldText: 'a\nold', newText: 'a\nnew' },
            text: 'Edited.',
            isError: false,
          },
        },
        {
          n: 3,
          kind: 'check',
          body: { found: 1, diagnostics: [{ file: 'cli.mdx', line: 4, message: 'No such page.' }] },
        },
      ],
      usage,
    )
    await complete(id)
    const { text } = await viewer.get(`${home}/${id}`)
    expect(text).toMatch(/Pull request #7.*Explain the flag\..*I look at the page first\..*Edit cli\.mdx/s)
    expect(text).toContain('<del>- old\n</del><ins>+ new\n</ins>')
    expect(text).toContain('1,200 tokens read, 340 written, 2 model calls')
    expect(text).toMatch(/The checks found 1 problem.*cli\.mdx:4.*No such page\..*Completed.*Done\./s)
  })

  test('one of a thing is not many', async () => {
    const id = await ask()
    const once = { inputTokens: 1, outputTokens: 1, steps: 1 }
    const said = { n: 1, kind: 'answer' as const, body: { text: 'Hm.', calls: [] } }
    await recordEvents(dashboard.database.db, { agentJobId: id, turn: 1 }, [said], once)
    expect((await viewer.get(`${home}/${id}`)).text).toContain('1 token read, 1 written, 1 model call<')
  })

  test('nothing that a model writes becomes markup or a link', async () => {
    const id = await ask()
    const evil = '<img src=x onerror=alert(1)> [a](javascript:alert(1)) https://evil.example/'
    await recordEvents(dashboard.database.db, { agentJobId: id, turn: 1 }, [
      { n: 1, kind: 'answer', body: { text: evil, calls: [] } },
      { n: 2, kind: 'tool', body: { tool: evil, input: { path: evil }, text: evil, isError: true } },
      { n: 3, kind: 'tool', body: { tool: 'write', input: { path: evil, content: evil }, text: evil, isError: false } },
      { n: 4, kind: 'pull_request', body: { url: 'javascript:alert(1)', title: evil, changedFiles: [evil] } },
    ])
    await failAgentJob(dashboard.database.db, { agentJobId: id, turn: 1 }, { code: 'model_refused', message: evil })
    const { text } = await viewer.get(`${home}/${id}`)
    expect(text).not.toContain('<img')
    expect(text).not.toMatch(/href="(?:javascript|https:\/\/evil)/)
    expect(text).toContain('&lt;img src=x')
  })

  test('moves with the agent, also where only the transcript grows', async () => {
    const id = await ask()
    const { text } = await viewer.get(`${home}/${id}`)
    const [, href, revision] = /data-live="([^"]+)" data-revision="([^"]+)"/.exec(text) ?? []
    const fragment = viewer.get(`${href}?since=${revision}`)
    await recordEvents(dashboard.database.db, { agentJobId: id, turn: 1 }, [
      { n: 1, kind: 'check', body: { found: 0, diagnostics: [] } },
    ])
    expect((await fragment).text).toMatch(/data-live=.*The checks pass/s)
  })

  test('their list moves by itself, and names who asked', async () => {
    const first = await ask()
    const { text } = await viewer.get(home)
    const [, href, revision] = /data-live="([^"]+)" data-revision="([^"]+)"/.exec(text) ?? []
    expect(text).toContain('by Ada Lovelace')
    const fragment = viewer.get(`${href}?since=${revision}`)
    await failAgentJob(dashboard.database.db, { agentJobId: first, turn: 1 }, { code: 'model_refused', message: 'No.' })
    expect((await fragment).text).toMatch(/data-live=.*failed/s)
  })

  test('a failure has what to do next, and a message goes on from there, once', async () => {
    const id = await ask()
    const page = `${home}/${id}`
    await failAgentJob(
      dashboard.database.db,
      { agentJobId: id, turn: 1 },
      { code: 'checks_failed', message: 'A link is broken.' },
    )
    expect((await writer.get(page)).text).toMatch(/A link is broken\..*What to do next.*how it should be fixed/s)
    const seen = (await viewer.get(page)).text
    expect(seen).not.toContain('What should be different?')
    expect(seen).not.toMatch(/below/i)
    expect(seen).toContain('A writer of Acme can continue with a message.')
    const form = crypto.randomUUID()
    for (let i = 0; i < 2; i++) await writer.submit(page, `${page}/message`, { form, prompt: 'Fix the link.' })
    expect(dashboard.enqueued.filter((work) => work.startsWith(id))).toEqual([`${id}:t1`, `${id}:t2`])
    expect((await viewer.get(page)).text).toMatch(/active.*Fix the link\./s)
    const busy = await writer.submit(page, `${page}/message`, { form: crypto.randomUUID(), prompt: 'And more.' })
    expect(busy.status).toBe(409)
    expect(busy.text).toContain('The agent still works on this job')
  })

  test('a writer cancels, archives and unarchives it; a viewer is offered none of it', async () => {
    const id = await ask()
    const page = `${home}/${id}`
    const move = (name: string) => writer.submit(page, `${page}/${name}`)
    expect((await move('archive')).status).toBe(409)
    expect((await move('cancel')).text).toMatch(/The agent job was cancelled\./)
    expect(dashboard.cancelled).toContain(`${id}:t1`)
    expect((await move('archive')).text).toMatch(/Unarchive.*is archived/s)
    expect((await move('unarchive')).text).toMatch(/>Archive</)
    expect((await viewer.get(page)).text).not.toMatch(/>(Archive|Cancel)/)
    expect((await viewer.submit(page, `${page}/archive`)).status).toBe(403)
  })

  test('another organization finds nothing there', async () => {
    const id = await ask()
    const other = await plantSite(dashboard.database.db)
    const person = await plantPerson(dashboard.database.db, { memberships: { [other.organizationId]: 'admin' } })
    const stranger = await dashboard.openBrowser(person.id)
    expect((await stranger.get(`/dashboard/${other.organizationId}/agent-jobs/${id}`)).status).toBe(404)
  })
})
