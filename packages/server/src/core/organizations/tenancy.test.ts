import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantAgentJob } from '../../../testing/core/agent-jobs/plant-agent-job.ts'
import { plantOrganization, plantPerson } from '../../../testing/core/people/plant-person.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/db/create-test-database.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { readProject } from '../access/read-project.ts'
import { archiveAgentJob } from '../agent-jobs/archive-agent-job.ts'
import { cancelAgentJob } from '../agent-jobs/cancel-agent-job.ts'
import { findAgentJob } from '../agent-jobs/find-agent-job.ts'
import { listAgentJobHistory } from '../agent-jobs/read/list-agent-job-history.ts'
import { listAgentJobs } from '../agent-jobs/read/list-agent-jobs.ts'
import { readAgentJob } from '../agent-jobs/read/read-agent-job.ts'
import { listAudit } from '../audit/list-audit.ts'
import { operator } from '../audit/record-audit.ts'
import { removeCredential } from '../credentials/remove-credential.ts'
import { setCredential } from '../credentials/set-credential.ts'
import { listDomainNames } from '../domains/list-domain-names.ts'
import { listDomains } from '../domains/list-domains.ts'
import { listVisibleDomains } from '../domains/list-visible-domains.ts'
import { removeDomain } from '../domains/remove-domain.ts'
import { findExport } from '../exports/bundles/find-bundle.ts'
import { cancelExport } from '../exports/cancel-export.ts'
import { listExportHistory } from '../exports/read/list-export-history.ts'
import { listExports } from '../exports/read/list-exports.ts'
import { readExport } from '../exports/read/read-export.ts'
import { openReport } from '../exports/read/read-report.ts'
import { beginExport } from '../exports/run/begin-export.ts'
import { findEarlierChunks } from '../exports/run/find-earlier-chunks.ts'
import { findEarlierBundle } from '../exports/run/find-earlier-export.ts'
import { recordChunk } from '../exports/run/record-chunk.ts'
import { createKey } from '../keys/create-key.ts'
import { findListedKey, listKeys } from '../keys/list-keys.ts'
import { defaultLimits } from '../limits/limits.ts'
import { makeId } from '../make-id.ts'
import { inviteMember } from '../people/invitations/invite.ts'
import { listInvitations } from '../people/invitations/list-invitations.ts'
import { withdrawInvitation } from '../people/invitations/withdraw-invitation.ts'
import { changeRole } from '../people/members/change-role.ts'
import { listMembers } from '../people/members/list-members.ts'
import { removeMember } from '../people/members/remove-member.ts'
import { connectProject } from '../projects/connect-project.ts'
import { deleteProject } from '../projects/delete-project.ts'
import { listProjectNames } from '../projects/list-project-names.ts'
import { listProjectPage } from '../projects/list-project-page.ts'
import { listVisibleProjects } from '../projects/list-visible-projects.ts'
import { setProjectModel } from '../projects/set-project-model.ts'
import { setSecretRules } from '../projects/set-secret-rules.ts'
import { showProject } from '../projects/show-project.ts'
import { updateProject } from '../projects/update-project.ts'
import { completeExport } from '../publications/complete-export.ts'

const git = { allowedHosts: [] }
const credentials = { current: randomBytes(32), previous: [] }
const store: Pick<ObjectStore, 'head' | 'getRange'> = {
  head: async (key) => ({ bytes: key.length, sha256: undefined }),
  getRange: async (key) => Buffer.from(key),
}
let database: TestDatabase
let ours: Tenant
let theirs: Tenant
beforeAll(async () => {
  database = await createTestDatabase()
  ours = await plantTenant('ours')
  theirs = await plantTenant('theirs')
})
afterAll(() => database.close())

type Tenant = Awaited<ReturnType<typeof plantTenant>>

/** An organization with one of everything, and a second project with an export and an agent job too. */
async function plantTenant(name: string) {
  const { db } = database
  const organizationId = await plantOrganization(db, name)
  const { id: personId, email } = await plantPerson(db, { memberships: { [organizationId]: 'admin' } })
  await plantPerson(db, { memberships: { [organizationId]: 'admin' } })
  const rights = { name, scopes: ['write' as const], projectIds: null, addresses: null, expiresInDays: null }
  const { id: keyId } = await createKey(db, { organizationId, ...rights }, operator, defaultLimits)
  await inviteMember(db, { organizationId, email: `new@${name}.example.com`, role: 'viewer' }, operator)
  const [invitation] = await listInvitations(db, organizationId)
  const [first, second] = [await plantProject(organizationId, name), await plantProject(organizationId, `${name}-2`)]
  return { organizationId, personId, email, keyId, invitationId: invitation!.id, ...first, second }
}

async function plantProject(organizationId: string, name: string) {
  const { db } = database
  const domain = `${name}.example.com`
  const deps = { db, git, credentials, domains: { mode: 'trusted', dnsServers: [] } as const, limits: defaultLimits }
  const request = { organizationId, name, repository: `https://git.example.com/${name}`, branch: 'main', docsPath: '' }
  const credential = { secret: 'token' }
  const { id: projectId } = await connectProject(deps, { ...request, domain, credential }, operator)
  const exportId = makeId('export')
  await db
    .insertInto('export')
    .values({ id: exportId, organization_id: organizationId, project_id: projectId, domain })
    .execute()
  await beginExport(db, exportId)
  const state = { status: 'active', prLink: null } as const
  const { id: agentJobId } = await plantAgentJob(
    db,
    { projectId, ref: null, model: 'm', prompt: `Do ${name}.`, state },
    operator,
  )
  return { projectId, exportId, agentJobId, domain }
}

const callerOf = ({ organizationId }: Tenant, projectIds: string[] | null = null) => ({
  organization_id: organizationId,
  project_ids: projectIds,
  limits: {},
})
const page = { limit: 100, cursor: undefined }
const anyExport = { ...page, domain: undefined, status: undefined }
const anyAgentJob = { ...page, project: undefined, status: undefined }

/** What somebody of `own` is told when he asks for what is his. */
const lists: Record<string, (own: Tenant) => Promise<unknown>> = {
  listKeys: (own) => listKeys(database.db, own.organizationId),
  listDomains: (own) => listDomains(database.db, own.organizationId),
  listDomainNames: (own) => listDomainNames(database.db, own.organizationId, 100),
  listProjectNames: (own) => listProjectNames(database.db, own.organizationId, 100),
  listProjectPage: (own) => listProjectPage(database.db, { organizationId: own.organizationId, limit: 100, from: 0 }),
  listMembers: (own) => listMembers(database.db, own.organizationId),
  listInvitations: (own) => listInvitations(database.db, own.organizationId),
  listAudit: (own) => listAudit(database.db, { organizationId: own.organizationId, filter: {}, ...page }),
  listVisibleProjects: (own) => listVisibleProjects(database.db, { caller: callerOf(own), ...page }),
  listVisibleDomains: (own) => listVisibleDomains(database.db, { caller: callerOf(own), ...page }),
  listExports: (own) => listExports(database.db, { caller: callerOf(own), ...anyExport }),
  listExportHistory: (own) => listExportHistory(database.db, { caller: callerOf(own), ...anyExport }),
  listAgentJobHistory: (own) => listAgentJobHistory(database.db, { caller: callerOf(own), ...anyAgentJob }),
}

const markOf = ({ second, ...rest }: Tenant) => [...Object.values(rest), ...Object.values(second)].map(String)

test.each(Object.entries(lists))('%s tells of its own organization, and of all of it', async (_, list) => {
  for (const [own, other] of [
    [ours, theirs],
    [theirs, ours],
  ] as const) {
    const told = JSON.stringify(await list(own))
    expect(markOf(own).some((mark) => told.includes(mark))).toBe(true)
    expect(markOf(other).filter((mark) => told.includes(mark))).toEqual([])
  }
})

const limited: Record<string, (own: Tenant, projectIds: string[]) => Promise<unknown>> = {
  listExports: (own, ids) => listExports(database.db, { caller: callerOf(own, ids), ...anyExport }),
  listVisibleProjects: (own, ids) => listVisibleProjects(database.db, { caller: callerOf(own, ids), ...page }),
  listVisibleDomains: (own, ids) => listVisibleDomains(database.db, { caller: callerOf(own, ids), ...page }),
  listAgentJobHistory: (own, ids) => listAgentJobHistory(database.db, { caller: callerOf(own, ids), ...anyAgentJob }),
}

test.each(Object.entries(limited))('%s tells a key of one project nothing of another', async (_, list) => {
  const told = JSON.stringify(await list(ours, [ours.projectId]))
  expect(told).toContain(ours.domain.split('.')[0])
  expect(Object.values(ours.second).filter((mark) => told.includes(mark))).toEqual([])
  expect(JSON.stringify(await list(ours, []))).not.toContain(ours.exportId)
})

type Caller = ReturnType<typeof callerOf>
type Thing = Tenant | Tenant['second']

/** What a caller asks of one export or agent job. */
const looks: Record<string, (caller: Caller, thing: Thing) => Promise<unknown>> = {
  findExport: (caller, { exportId }) => findExport(database.db, caller, exportId),
  readExport: (caller, { exportId }) => readExport(database.db, caller, exportId),
  // Its export has not ended; that is told only to whoever may know of it.
  openReport: (caller, { exportId }) =>
    openReport({ db: database.db, store }, caller, exportId).catch((error: { code: string }) => {
      if (error.code !== 'export_not_completed') throw error
    }),
  readAgentJob: (caller, { agentJobId }) => readAgentJob(database.db, caller, agentJobId),
  listAgentJobs: (caller, { projectId }) =>
    listAgentJobs(database.db, { caller, projectId, status: undefined, ...page }),
  findAgentJob: (caller, thing) => findAgentJob(database.db, { caller, ...thing }),
}

test.each(Object.entries(looks))('%s finds what is of the caller, and nothing else', async (_, look) => {
  await look(callerOf(ours), ours)
  await look(callerOf(ours, [ours.projectId]), ours)
  const missing = { code: expect.stringMatching(/_not_found$/) }
  await expect(look(callerOf(theirs), ours)).rejects.toMatchObject(missing)
  await expect(look(callerOf(ours, [ours.projectId]), ours.second)).rejects.toMatchObject(missing)
  await expect(look(callerOf(ours, []), ours)).rejects.toMatchObject(missing)
})

/** What `ours` tries with what belongs to `theirs`. */
const attempts: Record<string, (by: Tenant, of: Tenant) => Promise<unknown>> = {
  findListedKey: async (by, of) => {
    if (!(await findListedKey(database.db, by.organizationId, of.keyId))) throw new Error('none')
  },
  showProject: (by, of) => showProject(database.db, by.organizationId, of.projectId),
  readProject: (by, of) => readProject(database.db, { organizationId: by.organizationId }, of.projectId),
  updateProject: (by, of) =>
    updateProject(database.db, { organizationId: by.organizationId }, of.projectId, { name: 'x' }, operator, git),
  setSecretRules: (by, of) =>
    setSecretRules(
      database.db,
      { organizationId: by.organizationId },
      of.projectId,
      { found: 'warn', exceptions: [] },
      operator,
    ),
  setProjectModel: (by, of) =>
    setProjectModel(
      { db: database.db, git, credentials },
      { projectId: of.projectId, organizationId: by.organizationId, model: null },
      operator,
    ),
  setCredential: (by, { projectId }) =>
    setCredential(
      database.db,
      { organizationId: by.organizationId },
      { projectId, credential: { secret: 'mine' } },
      operator,
      credentials,
    ),
  removeCredential: (by, { projectId }) =>
    removeCredential(database.db, { projectId, organizationId: by.organizationId }, operator),
  deleteProject: (by, of) => deleteProject(database.db, { organizationId: by.organizationId }, of.projectId, operator),
  removeDomain: (by, of) => removeDomain(database.db, { organizationId: by.organizationId }, of.domain, operator),
  cancelExport: (by, of) =>
    cancelExport(
      { db: database.db, cancelWork: async () => {} },
      { caller: callerOf(by), exportId: of.exportId, actor: operator },
    ),
  cancelAgentJob: (by, of) =>
    cancelAgentJob(
      { db: database.db, cancelAgentJobWork: async () => {} },
      { caller: callerOf(by), ...of, actor: operator },
    ),
  archiveAgentJob: (by, of) => archiveAgentJob(database.db, { caller: callerOf(by), ...of, actor: operator }),
  changeRole: (by, { personId }) =>
    changeRole(database.db, { organizationId: by.organizationId, personId, role: 'viewer' }, operator),
  removeMember: (by, { personId }) =>
    removeMember(database.db, { organizationId: by.organizationId, personId }, operator),
  withdrawInvitation: (by, { invitationId }) =>
    withdrawInvitation(database.db, { organizationId: by.organizationId, invitationId }, operator),
}

/** All rows that could have been touched. */
async function everything(): Promise<unknown> {
  const tables = ['project', 'domain', 'export', 'agent_job', 'api_key', 'membership', 'invitation', 'audit'] as const
  return Promise.all(
    tables.map((table) => database.pool.query(`select * from ${table} t order by t::text`).then(({ rows }) => rows)),
  )
}

test.each(Object.entries(attempts))('%s reaches nothing of another organization', async (_, attempt) => {
  const before = await everything()
  await expect(attempt(ours, theirs)).rejects.toThrow()
  expect(await everything()).toEqual(before)
})

test('an export takes over pages of its own project only, also where another has claimed the same domain', async () => {
  const { db } = database
  const domain = 'claimed.example.com'
  const complete = async ({ organizationId, projectId }: Tenant) => {
    const id = makeId('export')
    const row = { id, organization_id: organizationId, project_id: projectId, domain }
    await db.insertInto('export').values(row).execute()
    await beginExport(db, id)
    const counts = { pages: 1, reused: 0, warnings: 0 }
    await recordChunk(db, { exportId: id, index: 0, firstPage: 'a.mdx', ...counts, packKey: `pack of ${id}` })
    await completeExport(db, id, {
      key: `bundle of ${id}`,
      sha256: 'd',
      bytes: 1,
      errors: 0,
      warnings: 0,
      retentionDays: 0,
    })
    return id
  }
  const own = await complete(ours)
  await complete(theirs)
  const { projectId } = ours
  expect(await findEarlierChunks(db, { projectId, domain })).toMatchObject([{ packKey: `pack of ${own}` }])
  expect(await findEarlierBundle(db, { projectId, domain })).toMatchObject({ key: `bundle of ${own}` })
})
