import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeDemoSite } from '../../deploy/local/make-demo-site.ts'
import { askGitea, createGiteaRepository, type Gitea, runningGitea } from '../../deploy/local/seed-gitea.ts'
import type { Service } from '../../deploy/local/start-service.ts'
import { killOne } from './disturb-workers.ts'
import { type Outcome, openWorld, type World } from './open-world.ts'

interface Wanted {
  edits: number
  kills: number
  workers: number
  organizations: number
}

interface Tenant {
  key: string
  project: string
}

interface Edit extends Tenant {
  id: string
}

interface EditJob {
  status: 'active' | 'completed' | 'failed'
  prLink: string | null
  error: string | null
}

const instruction = 'Document the new `--region` flag in the CLI page and link it from the quickstart.'

/**
 * Promise 17: workers are killed in the middle of edits. Each edit ends, with one pull request of one commit; and of the
 * model calls at most the one in flight is made again for each kill, by the model's own count.
 */
export async function killEditors(wanted: Wanted): Promise<Outcome> {
  const limits = { BINDERY_LIMIT_ACTIVE_AGENT_JOBS: '1000', BINDERY_LIMIT_AGENT_CREATES_PER_HOUR: '100000' }
  await using world = await openWorld({ workers: wanted.workers, env: limits })
  const gitea = runningGitea()
  const name = `chaos-${randomBytes(4).toString('hex')}`
  const repository = await seed(gitea, name)
  const tenants = await Promise.all(
    Array.from({ length: wanted.organizations }, (_, i) => makeTenant(world.service, `editors${i}`, repository, gitea)),
  )
  const edits = await Promise.all(Array.from({ length: wanted.edits }, (_, i) => startEdit(world.service, tenants, i)))
  const ended = new Map<string, EditJob>()
  await Promise.all([follow(world.service, edits, ended), kill(world, wanted, ended)])

  const jobs = [...ended.values()]
  const pulls = await listPulls(gitea, name)
  const single = await Promise.all(edits.map(({ id }) => hasOneCommit(gitea, name, id)))
  const { conversations } = (await (await fetch(`${world.service.modelUrl}/calls`)).json()) as {
    conversations: { repeated: number }[]
  }
  const figures = {
    edits: edits.length,
    kills: wanted.kills,
    completed: jobs.filter(({ status }) => status === 'completed').length,
    lost: edits.length - jobs.filter(({ status, prLink }) => status === 'completed' && prLink !== null).length,
    pullRequests: new Set(pulls.map(({ head }) => head.ref)).size,
    duplicates: pulls.length - new Set(pulls.map(({ head }) => head.ref)).size,
    wrongBranches: single.filter((isSingle) => !isSingle).length,
    modelCallsRepeated: conversations.reduce((sum, { repeated }) => sum + repeated, 0),
  }
  const { lost, duplicates, wrongBranches, modelCallsRepeated } = figures
  await askGitea(gitea, `/repos/${gitea.owner}/${name}`, { method: 'DELETE' })
  return {
    figures,
    isKept:
      lost + duplicates + wrongBranches === 0 &&
      figures.pullRequests === edits.length &&
      modelCallsRepeated <= wanted.kills,
  }
}

async function seed(gitea: Gitea, name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-site-'))
  try {
    makeDemoSite(folder, 20)
    return (await createGiteaRepository(gitea, name, folder)).url
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function makeTenant({ admin }: Service, name: string, repository: string, gitea: Gitea): Promise<Tenant> {
  const { id } = await admin<{ id: string }>(['organization', 'create', '--name', name, '--plan', 'enterprise'])
  const created = ['project', 'create', '--organization', id, '--name', name, '--repository', repository]
  const { id: project } = await admin<{ id: string }>([...created, '--git-host', 'gitea'])
  await admin(['project', 'credential', 'set', project], gitea.token)
  const { key } = await admin<{ key: string }>(['key', 'create', '--organization', id, '--name', 'chaos'])
  return { key, project }
}

async function startEdit({ url }: Service, tenants: Tenant[], index: number): Promise<Edit> {
  const tenant = tenants[index % tenants.length] as Tenant
  const answer = await fetch(`${url}/v2/agent/${tenant.project}/job`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
    // The model tells conversations apart by their first words.
    body: JSON.stringify({ prompt: `${instruction} This is request ${index}.` }),
  })
  if (answer.status !== 201) throw new Error(`Wanted 201, got ${answer.status} ${await answer.text()}`)
  const { id } = (await answer.json()) as { id: string }
  return { ...tenant, id }
}

async function follow({ url }: Service, edits: Edit[], ended: Map<string, EditJob>): Promise<void> {
  const deadline = Date.now() + 120_000 + edits.length * 20_000
  while (ended.size < edits.length && Date.now() < deadline) {
    for (const { id, key, project } of edits.filter((edit) => !ended.has(edit.id))) {
      const answer = await fetch(`${url}/v2/agent/${project}/job/${id}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      const job = (await answer.json()) as EditJob
      if (job.status !== 'active') ended.set(id, job)
      if (job.status === 'failed') console.log(`${id} failed: ${job.error}`)
    }
    await delay(200)
  }
}

/** Spread evenly over the work. */
async function kill({ pool, fleet }: World, { edits, kills }: Wanted, ended: Map<string, EditJob>): Promise<void> {
  for (let i = 0; i < kills; i++) {
    while (ended.size < (i / (kills + 1)) * edits) await delay(20)
    await delay(Math.random() * 1_500)
    const seconds = await killOne(pool, fleet)
    console.log(`kill: ${seconds === null ? 'it owned nothing' : `taken over after ${seconds.toFixed(2)} s`}`)
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

async function hasOneCommit(gitea: Gitea, name: string, editId: string): Promise<boolean> {
  const path = `/repos/${gitea.owner}/${name}/compare/main...${encodeURIComponent(`bindery/edit-${editId}`)}`
  return (await askGitea<{ total_commits: number }>(gitea, path))?.total_commits === 1
}
