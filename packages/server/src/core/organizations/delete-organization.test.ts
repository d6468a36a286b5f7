import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import { operatorScope } from '../access/scope.ts'
import { operator } from '../audit/record-audit.ts'
import { defaultLimits } from '../limits/limits.ts'
import { makeId } from '../make-id.ts'
import { createProject } from '../projects/create-project.ts'
import { deleteProject } from '../projects/delete-project.ts'
import { deleteOrganization } from './delete-organization.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows

async function plantProject(organizationId: string): Promise<string> {
  const details = { name: 'Docs', repository: 'https://git.example.com/docs', branch: 'main', docsPath: '' }
  const { id } = await createProject(
    database.db,
    { organizationId, ...details },
    operator,
    { allowedHosts: [] },
    defaultLimits,
  )
  return id
}

async function plantJobs(organizationId: string, projectId: string) {
  const [exportId, agentJobId] = [makeId('export'), makeId('agentJob')]
  await query(
    `insert into export (id, organization_id, project_id, domain) values ($1, $2, $3, 'a.example.com')`,
    exportId,
    organizationId,
    projectId,
  )
  await query(
    `insert into agent_job (id, organization_id, project_id, repository, model, prompt, turn)
     values ($1, $2, $3, 'https://git.example.com/docs', 'm', 'p', 3)`,
    agentJobId,
    organizationId,
    projectId,
  )
  // A turn that ended a moment ago, of which the engine has something yet.
  await query(`insert into ended_work (workflow_id, agent_job_id) values ($1, $2)`, `${agentJobId}:t1`, agentJobId)
  for (const id of [exportId, `${exportId}:c0`, `${agentJobId}:t2`]) {
    await query(`insert into job_step (workflow_id, number, name, attempt, worker) values ($1, 1, 'begin', 1, 'w')`, id)
  }
  return { exportId, agentJobId }
}

test('a deleted project takes its jobs, keys and stored answers with it, and says what is left to remove', async () => {
  const organization = await plantOrganization(database.db)
  const [gone, stays] = [await plantProject(organization), await plantProject(organization)]
  const { exportId, agentJobId } = await plantJobs(organization, gone)
  const other = await plantJobs(organization, stays)
  const keys = { all: null, both: [gone, stays], only: [gone] }
  for (const [name, projects] of Object.entries(keys)) {
    await query(
      `insert into api_key (id, organization_id, name, prefix, hash, scopes, project_ids)
       values ($1, $2, $3, 'bnd_', $4, '{read}', $5)`,
      makeId('key'),
      organization,
      name,
      randomBytes(32),
      projects,
    )
  }
  for (const answer of [{ jobId: exportId }, { id: agentJobId }, { id: other.agentJobId }]) {
    await query(
      `insert into idempotency (organization_id, key, operation, body_hash, answer) values ($1, $2, 'x', '', $3)`,
      organization,
      randomBytes(4).toString('hex'),
      JSON.stringify(answer),
    )
  }
  await deleteProject(database.db, operatorScope, gone, operator)
  expect(
    await query('select name, project_ids from api_key where organization_id = $1 order by name', organization),
  ).toEqual([
    { name: 'all', project_ids: null },
    { name: 'both', project_ids: [stays] },
  ])
  expect(await query('select answer from idempotency')).toEqual([{ answer: { id: other.agentJobId } }])
  const [asked] = await query('select organization_id, prefixes, workflows from deletion')
  expect(asked).toEqual({
    organization_id: organization,
    prefixes: [`project/${gone}/`, `export/${exportId}/`, `agent-job/${agentJobId}/`].map(
      (end) => `org/${organization}/${end}`,
    ),
    workflows: expect.arrayContaining([exportId, `${agentJobId}:t1`, `${agentJobId}:t3`]),
  })
  expect(asked?.workflows).toHaveLength(3)
  const steps = await query('select distinct left(workflow_id, 19) as job from job_step order by 1')
  expect(steps.map(({ job }) => job)).toEqual([other.agentJobId, other.exportId])
  await query('delete from deletion')
})

test('a deleted organization takes along who belongs to it alone', async () => {
  const [gone, stays] = [await plantOrganization(database.db), await plantOrganization(database.db)]
  await plantJobs(gone, await plantProject(gone))
  const { db } = database
  const own = await plantPerson(db, { memberships: { [gone]: 'admin' } })
  const kept = [
    await plantPerson(db, { memberships: { [gone]: 'viewer', [stays]: 'viewer' } }),
    await plantPerson(db, { memberships: { [gone]: 'viewer' }, isOperator: true }),
    await plantPerson(db, { memberships: { [stays]: 'viewer' } }),
    await plantPerson(db),
  ]
  await query(
    `insert into invitation (hash, kind, email, invited_by, expires_at) values ($1, 'reset', $2, 'operator', now())`,
    randomBytes(32),
    own.email,
  )
  for (const [place, person] of Object.entries({ [gone]: null, [stays]: null, other: own.id })) {
    await query(
      'insert into sign_in (hash, person_id, return_to, expires_at) values ($1, $2, $3, now())',
      randomBytes(32),
      person,
      `/dashboard/${place}/exports`,
    )
  }
  await deleteOrganization(db, gone, operator)
  const ids = (await query('select id from person')).map(({ id }) => id)
  expect(ids.sort()).toEqual(kept.map(({ id }) => id).sort())
  expect(await query('select from invitation')).toEqual([])
  expect(await query('select return_to from sign_in')).toEqual([{ return_to: `/dashboard/${stays}/exports` }])
  expect(await query(`select target from audit where action = 'person.remove'`)).toEqual([{ target: own.id }])
  const [asked] = await query('select organization_id, prefixes, workflows from deletion')
  expect(asked).toMatchObject({ organization_id: gone, prefixes: [`org/${gone}/`] })
  expect(asked?.workflows).toHaveLength(3)
  expect(await query('select id from organization where id = any($1)', [gone, stays])).toEqual([{ id: stays }])
})

test.each(['project', 'organization'])('a job that starts at the moment its %s is deleted is known', async (kind) => {
  const organization = await plantOrganization(database.db)
  const project = await plantProject(organization)
  const starting = await database.pool.connect()
  await starting.query('begin')
  const id = makeId('export')
  const row = [id, organization, project]
  await starting.query(`insert into export (id, organization_id, project_id, domain) values ($1, $2, $3, 'a.b')`, row)
  const work = `insert into dbos.workflow_status (workflow_uuid, status, queue_partition_key) values ($1, 'ENQUEUED', $2)`
  await starting.query(work, [id, organization])
  const deleted =
    kind === 'project'
      ? deleteProject(database.db, operatorScope, project, operator)
      : deleteOrganization(database.db, organization, operator)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await query(waiting)).length).toBe(1)
  await starting.query('commit')
  starting.release()
  await deleted
  const [asked] = await query('select workflows from deletion where organization_id = $1', organization)
  expect(asked?.workflows).toEqual([id])
  expect(await query('select from export where id = $1', id)).toEqual([])
})
