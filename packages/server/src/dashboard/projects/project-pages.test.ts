import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import { startTestDashboard, type TestDashboard } from '../../../testing/dashboard/start-test-dashboard.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await startTestDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('hundreds of projects come in pages, by name, each once; filters become fields to type into', async () => {
  const { db, pool } = dashboard.database
  const organization = await plantOrganization(db)
  await pool.query(
    `insert into project (id, organization_id, name, repository, branch)
     select 'prj_' || lpad(to_hex(n), 16, '0'), $1, 'Site ' || lpad(n::text, 3, '0'), 'https://git.example/r', 'main'
     from generate_series(1, 60) n`,
    [organization],
  )
  const member = await plantPerson(db, { memberships: { [organization]: 'writer' } })
  const browser = await dashboard.openBrowser(member.id)
  const names: string[] = []
  let next: string | undefined = `/dashboard/${organization}/projects`
  while (next) {
    const { text } = await browser.get(next)
    names.push(...[...text.matchAll(/>(Site \d+)</g)].map(([, name]) => name ?? ''))
    next = /rel="next" href="([^"]+)"/.exec(text)?.[1]
  }
  expect(names).toEqual(Array.from({ length: 60 }, (_, n) => `Site ${String(n + 1).padStart(3, '0')}`))
  await pool.query(
    `insert into agent_job (id, organization_id, project_id, repository, model, prompt)
     values ('aj_0000000000000001', $1, 'prj_0000000000000007', 'r', 'm', 'Say it.')`,
    [organization],
  )
  const agentJobs = (project: string) => browser.get(`/dashboard/${organization}/agent-jobs?project=${project}`)
  expect((await agentJobs('Site%20007')).text).toMatch(/<input id="project"[^>]* value="Site 007".*Say it\./s)
  expect((await agentJobs('Site%20008')).text).toContain('No matching agent jobs')
})
