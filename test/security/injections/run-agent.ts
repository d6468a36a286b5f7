import type { World } from '../prepare-world.ts'
import type { Injection } from './injection.ts'
import { branchOf } from './plant-injections.ts'

/** How an agent job ended, and all that the service tells of it. */
export interface EndedAgentJob {
  id: string
  injection: Injection
  status: 'completed' | 'failed' | 'stuck'
  errorCode: string | null
  /** The job and its transcript. */
  told: string
}

const DEADLINE_MS = 300_000

export async function runAgent(world: World, injection: Injection, project: string): Promise<EndedAgentJob> {
  const { service, send, tenant } = world
  const { key } = tenant
  const jobs = `${service.url}/v2/agent/${project}/job`
  const prompt = `Fix the first page. [script ${injection.name}]`
  const created = await send({ method: 'POST', url: jobs, key, body: { prompt, ref: branchOf(injection) } })
  if (created.status !== 201) throw new Error(`The agent job ${injection.name} did not start: ${created.text}`)
  const { id } = created.body
  const deadline = Date.now() + DEADLINE_MS
  let job = created
  while (job.body.status === 'active' && Date.now() < deadline) {
    job = await send({ url: `${jobs}/${id}`, key, headers: { prefer: 'wait=10' } })
  }
  const { status, errorCode } = job.body
  const told = job.text + (await readTranscript(send, `${jobs}/${id}/events`, key))
  return { id, injection, status: status === 'active' ? 'stuck' : status, errorCode, told }
}

async function readTranscript(send: World['send'], url: string, key: string): Promise<string> {
  let told = ''
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const { status, text, body }: Awaited<ReturnType<typeof send>> = await send({ url: `${url}?cursor=${cursor}`, key })
    if (status !== 200) throw new Error(`There is no transcript at ${url}: ${text}`)
    told += text
    cursor = body.nextCursor
  }
  return told
}
