import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Demo } from '../../test/support/demo.ts'
import { plantAgentJob } from '../../test/support/plant-agent-job.ts'
import { createOrganization } from './create-organization.ts'
import { makeDemoSite, smallSource } from './make-demo-site.ts'
import { readServices } from './read-services.ts'
import { seedRepository } from './seed-repository.ts'
import type { Service } from './start-service.ts'

type Admin = Service['admin']

export interface DemoSite {
  /** Of its repositories. */
  site: string
  /** Made pages. */
  volumes: number
  /** What stands before them, unless it is our own documentation. */
  source?: string
}

export const smallDemo: DemoSite = { site: 'small-demo', volumes: 60, source: smallSource }

/** Organizations, projects and keys of every kind, made with the operator's own command, as he would. */
export async function prepareDemo(
  { admin, url, env }: Pick<Service, 'admin' | 'url' | 'env'>,
  { site, ...pages }: DemoSite = { site: 'demo', volumes: 240 },
): Promise<Demo> {
  const { url: repository, earlierCommit } = await seedDemoSite(`public/${site}`, pages)
  const { url: privateRepository } = await seedDemoSite(`private/${site}`, pages)
  const [main, free, other, suspended, quota, slow] = await Promise.all([
    createOrganization(admin, 'Demo', {
      limits: {
        exportStartsPerHour: 100_000,
        activeAgentJobs: 1_000,
        agentCreatesPerHour: 100_000,
        requestsPerMinute: 100_000,
        keyCreationsPerHour: 1_000,
      },
    }),
    createOrganization(admin, 'Free', { plan: 'free' }),
    createOrganization(admin, 'Other'),
    createOrganization(admin, 'Suspended'),
    createOrganization(admin, 'Defaults'),
    createOrganization(admin, 'Slow', { limits: { requestsPerMinute: 5 } }),
  ])
  const keyOf = (organization: string, ...options: string[]) => createKey(admin, organization, options)
  const [project, failing, locked, elsewhere] = await Promise.all([
    createProject(admin, main, repository, 'docs.example.com'),
    createProject(admin, main, missingRepository(), 'failing.example.com'),
    createProject(admin, main, privateRepository, 'private.example.com'),
    createProject(admin, other, repository, 'other.example.com'),
    createProject(admin, quota, missingRepository(), 'defaults.example.com'),
  ])
  await Promise.all([
    admin(['project', 'credential', 'set', locked], readServices().BINDERY_GIT_TOKEN),
    admin(['domain', 'add', claimedDomain, '--project', project, '--claim']),
    claimFromOther(admin, contestedDomain, { owner: elsewhere, claimant: project }),
  ])
  const edited = await createAgentProject(admin, main)
  const [apiKey, readOnly, freePlan, otherOrg, revoked, expired, bound, suspendedKey, otherProject, defaults, slowKey] =
    await Promise.all([
      keyOf(main),
      keyOf(main, '--scope', 'read'),
      keyOf(free),
      keyOf(other),
      keyOf(main),
      keyOf(main),
      keyOf(main, '--address', '203.0.113.0/24'),
      keyOf(suspended),
      keyOf(main, '--project', failing),
      keyOf(quota),
      keyOf(slow),
    ])
  const { publicKey } = await admin<{ publicKey: string }>(['signing-key', 'show'])
  const [agentJobId] = await Promise.all([
    plantAgentJob(env.DATABASE_URL ?? '', project, 'Explain the quickstart in one paragraph.'),
    admin(['key', 'revoke', revoked.id]),
    admin(['key', 'rotate', expired.id, '--overlap', '0s']),
    admin(['organization', 'suspend', suspended]),
  ])
  const expiredJobId = await expireExport(admin, url, apiKey.key)
  return {
    baseUrl: url,
    apiKey: apiKey.key,
    readOnlyKey: readOnly.key,
    freePlanKey: freePlan.key,
    otherOrgKey: otherOrg.key,
    otherOrgDomain: 'other.example.com',
    revokedKey: revoked.key,
    expiredKey: expired.key,
    elsewhereKey: bound.key,
    suspendedKey: suspendedKey.key,
    otherProjectKey: otherProject.key,
    defaultQuotaKey: defaults.key,
    defaultQuotaDomain: 'defaults.example.com',
    slowKey: slowKey.key,
    projectId: project,
    otherProjectId: elsewhere,
    domain: 'docs.example.com',
    earlierCommit,
    failingDomain: 'failing.example.com',
    privateDomain: 'private.example.com',
    signingPublicKey: publicKey,
    agentJobId,
    ...(edited && { agentProjectId: edited }),
    agentDomain,
    expiredJobId,
    claimedDomain,
    contestedDomain,
  }
}

const agentDomain = 'agent.example.com'
const claimedDomain = 'claimed.example.com'
const contestedDomain = 'contested.example.com'

async function claimFromOther(admin: Admin, domain: string, { owner, claimant }: { owner: string; claimant: string }) {
  await admin(['domain', 'add', domain, '--project', owner])
  await admin(['domain', 'add', domain, '--project', claimant, '--claim'])
}

/** On Gitea, where it is up: the other git host has no pull requests. */
async function createAgentProject(admin: Admin, organization: string): Promise<string | undefined> {
  const { BINDERY_GITEA_URL: url, BINDERY_GITEA_OWNER: owner, BINDERY_GITEA_TOKEN: token } = readServices()
  if (!url) return undefined
  const project = await createProject(admin, organization, `${url}/${owner}/demo.git`, agentDomain)
  await admin(['project', 'update', project, '--git-host', 'gitea'])
  await admin(['project', 'credential', 'set', project], token)
  return project
}

/** An export of one page that has completed and whose files the operator gives up. */
async function expireExport(admin: Admin, url: string, key: string): Promise<string> {
  const jobs = `${url}/v1/static-export/jobs`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=30' }
  const body = JSON.stringify({ domain: 'docs.example.com', paths: ['/'] })
  const started = await fetch(jobs, { method: 'POST', headers, body })
  const { jobId } = (await started.json()) as { jobId: string }
  for (;;) {
    const job = (await (await fetch(`${jobs}/${jobId}`, { headers })).json()) as {
      status: string
      error: string | null
    }
    if (job.status === 'completed') break
    if (job.status === 'failed') throw new Error(`The export of the demo failed: ${job.error}`)
  }
  await admin(['export', 'expire', jobId])
  return jobId
}

/** Two commits, between which one page changes. */
async function seedDemoSite(
  name: string,
  { volumes, source }: Omit<DemoSite, 'site'>,
): Promise<{ url: string; earlierCommit: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-demo-'))
  try {
    makeDemoSite(folder, volumes, source)
    const { commit } = await seedRepository(name, folder)
    appendFileSync(`${folder}/library/shelf-1-volume-1.mdx`, '\nThis sentence came with a later commit.\n')
    return { url: (await seedRepository(name, folder)).url, earlierCommit: commit }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function missingRepository(): string {
  return `${readServices().BINDERY_GIT_URL}/public/missing.git`
}

async function createProject(admin: Admin, organization: string, repository: string, domain: string): Promise<string> {
  const args = ['project', 'create', '--organization', organization, '--name', domain, '--repository', repository]
  const { id } = await admin<{ id: string }>(args)
  await admin(['domain', 'add', domain, '--project', id])
  return id
}

function createKey(admin: Admin, organization: string, options: string[]): Promise<{ id: string; key: string }> {
  return admin(['key', 'create', '--organization', organization, '--name', 'demo', ...options])
}
