import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createOrganization } from '../../deploy/local/create-organization.ts'
import { makeDemoSite, smallSource } from '../../deploy/local/make-demo-site.ts'
import { askGitea, createGiteaRepository, type Gitea, runningGitea } from '../../deploy/local/seed-gitea.ts'
import type { Service } from '../../deploy/local/start-service.ts'

export interface AgentWorld extends AsyncDisposable {
  gitea: Gitea
  /** Of the repository that they all edit. */
  name: string
  tenants: Tenant[]
}

interface Tenant {
  key: string
  project: string
}

export interface AgentJob extends Tenant {
  id: string
}

export interface AgentJobRun {
  status: 'active' | 'completed' | 'failed'
  prLink: string | null
  error: string | null
}

const instruction = 'Document the new `--region` flag in the CLI page and link it from the quickstart.'

/** Organizations with a project each, for one repository of its own on Gitea. */
export async function openAgentWorld(service: Service, organizations: number): Promise<AgentWorld> {
  const gitea = runningGitea()
  const name = `chaos-${randomBytes(4).toString('hex')}`
  const repository = await seed(gitea, name)
  const tenants = await Promise.all(
    Array.from({ length: organizations }, (_, i) => makeTenant(service, `agents${i}`, repository, gitea)),
  )
  return {
    gitea,
    name,
    tenants,
    async [Symbol.asyncDispose]() {
      await askGitea(gitea, `/repos/${gitea.owner}/${name}`, { method: 'DELETE' })
    },
  }
}

async function seed(gitea: Gitea, name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-site-'))
  try {
    makeDemoSite(folder, 20, smallSource)
    return (await createGiteaRepository(gitea, name, folder)).url
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function makeTenant({ admin }: Service, name: string, repository: string, gitea: Gitea): Promise<Tenant> {
  const id = await createOrganization(admin, name)
  const created = ['project', 'create', '--organization', id, '--name', name, '--repository', repository]
  const { id: project } = await admin<{ id: string }>([...created, '--git-host', 'gitea'])
  await admin(['project', 'credential', 'set', project], gitea.token)
  const { key } = await admin<{ key: string }>(['key', 'create', '--organization', id, '--name', 'chaos'])
  return { key, project }
}

/** The nth of many; waits while its organization has as many active ones as it may. */
export async function startAgentJob({ url }: Service, tenants: Tenant[], index: number): Promise<AgentJob> {
  const tenant = tenants[index % tenants.length] as Tenant
  for (;;) {
    const answer = await fetch(`${url}/v2/agent/${tenant.project}/job`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
      // The model tells conversations apart by their first words.
      body: JSON.stringify({ prompt: `${instruction} This is request ${index}.` }),
    })
    const body = (await answer.json()) as { id: string; code?: string }
    if (answer.status === 201) return { ...tenant, id: body.id }
    if (body.code !== 'too_many_active') throw new Error(`Wanted 201, got ${answer.status} ${body.code}`)
    await delay(500)
  }
}

async function readAgentJob({ url }: Service, { id, key, project }: AgentJob): Promise<AgentJobRun> {
  const answer = await fetch(`${url}/v2/agent/${project}/job/${id}`, { headers: { authorization: `Bearer ${key}` } })
  return (await answer.json()) as AgentJobRun
}

/** Polls until all have ended, or for so long that those that have not are lost. */
export async function followAgentJobs(service: Service, agentJobs: AgentJob[], ended = new Map<string, AgentJobRun>()) {
  const deadline = Date.now() + 120_000 + agentJobs.length * 20_000
  while (ended.size < agentJobs.length && Date.now() < deadline) {
    for (const agentJob of agentJobs.filter(({ id }) => !ended.has(id))) {
      const job = await readAgentJob(service, agentJob)
      if (job.status !== 'active') ended.set(agentJob.id, job)
      if (job.status === 'failed') console.log(`${agentJob.id} failed: ${job.error}`)
    }
    await delay(200)
  }
  return ended
}

/** How many pull requests there are, how many of them for a branch that has one already, and branches of more than one commit. */
export async function countPulls({ gitea, name }: Pick<AgentWorld, 'gitea' | 'name'>, agentJobs: AgentJob[]) {
  const pulls = await listPulls(gitea, name)
  const branches = new Set(pulls.map(({ head }) => head.ref))
  const single = await Promise.all(agentJobs.map(({ id }) => hasOneCommit(gitea, name, id)))
  return {
    pullRequests: branches.size,
    duplicates: pulls.length - branches.size,
    wrongBranches: single.filter((isSingle) => !isSingle).length,
  }
}

async function listPulls(gitea: Gitea, name: string): Promise<{ head: { ref: string } }[]> {
  const pulls: { head: { ref: string } }[] = []
  for (let page = 1; ; page++) {
    const path = `/repos/${gitea.owner}/${name}/pulls?state=all&limit=50&page=${page}`
    const found = (await askGitea<typeof pulls>(gitea, path)) ?? []
    pulls.push(...found)
    if (found.length < 50) return pulls
  }
}

async function hasOneCommit(gitea: Gitea, name: string, agentJobId: string): Promise<boolean> {
  const path = `/repos/${gitea.owner}/${name}/compare/main...${encodeURIComponent(`bindery/${agentJobId}`)}`
  return (await askGitea<{ total_commits: number }>(gitea, path))?.total_commits === 1
}
