import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { mapAtOnce } from '../../support/map-at-once.ts'
import type { World } from '../prepare-world.ts'
import { GitRepository } from '../repositories/git-repository.ts'
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
  const project = await plantEditor(world)
  return mapAtOnce(scripts, AT_ONCE, (script) => runJob(world, project, script))
}

async function plantEditor({ hosts, database, tenant }: World): Promise<string> {
  const unique = randomBytes(8).toString('hex')
  const [id, name] = [`prj_${unique}`, `patterns-agent-${unique}`]
  const git = new GitRepository(join(hosts.openRoot, `${name}.git`))
  git.commit(git.tree(git.files(repository)))
  await database.query(INSERT, [id, tenant.organization, name, `${hosts.open.origin}/${name}.git`])
  return id
}

const INSERT = `
  insert into project (id, organization_id, name, repository, branch, git_host)
  values ($1, $2, $3, $4, 'main', 'gitea')`

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
