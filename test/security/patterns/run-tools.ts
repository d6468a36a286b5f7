import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { askGitea, createGiteaRepository, runningGitea } from '../../../deploy/local/seed-gitea.ts'
import { mapAtOnce } from '../../support/map-at-once.ts'
import type { World } from '../prepare-world.ts'
import { repository } from './tool-calls.ts'

export interface EndedJob {
  id: string
  status: string
  errorCode: string | null
}

const DEADLINE_MS = 300_000

const AT_ONCE = 4

/** An agent job for each script, some at once, to its end. */
export async function runTools(world: World, scripts: readonly string[]): Promise<EndedJob[]> {
  const name = `patterns-agent-${randomBytes(8).toString('hex')}`
  try {
    const project = await plantAgent(world, name)
    return await mapAtOnce(scripts, AT_ONCE, (script) => runJob(world, project, script))
  } finally {
    const gitea = runningGitea()
    await askGitea(gitea, `/repos/${gitea.owner}/${name}`, { method: 'DELETE' })
  }
}

/** On Gitea, since a job that could not push is refused before its first tool. */
async function plantAgent({ service, tenant }: World, name: string): Promise<string> {
  const gitea = runningGitea()
  const folder = await mkdtemp(join(tmpdir(), 'bindery-patterns-'))
  try {
    for (const [path, text] of Object.entries(repository)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    const { url } = await createGiteaRepository(gitea, name, folder)
    const created = ['project', 'create', '--organization', tenant.organization, '--name', name, '--repository', url]
    const { id } = await service.admin<{ id: string }>([...created, '--git-host', 'gitea'])
    await service.admin(['project', 'credential', 'set', id], gitea.token)
    return id
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function runJob({ service, send, tenant: { key } }: World, project: string, script: string): Promise<EndedJob> {
  const jobs = `${service.url}/v2/agent/${project}/job`
  const created = await send({ method: 'POST', url: jobs, key, body: { prompt: `Look around. [script ${script}]` } })
  if (created.status !== 201) throw new Error(`The agent job ${script} did not start: ${created.text}`)
  const deadline = Date.now() + DEADLINE_MS
  let job = created
  while (job.body.status === 'active' && Date.now() < deadline) {
    job = await send({ url: `${jobs}/${created.body.id}`, key, headers: { prefer: 'wait=10' } })
  }
  return job.body
}
