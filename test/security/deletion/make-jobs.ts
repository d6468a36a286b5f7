import type { ScriptAnswer } from '../../../deploy/local/model-server/read-scripts.ts'
import type { World } from '../prepare-world.ts'
import type { TenantProject } from './plant-tenant.ts'
import { coin, type Words } from './words.ts'

const EXPORTS = '/v1/static-export/jobs'
const DEADLINE_MS = 300_000

/** How a job is left: to its end, cancelled on its way, or still at work. */
export type Ending = 'ended' | 'cancelled' | 'running'

/** Starts an export and brings it there. Its id and what it was started with are words that must be gone. */
export async function makeExport(
  world: World,
  key: string,
  { domain, words }: TenantProject,
  ending: Ending,
  ref?: string,
): Promise<string> {
  const { send, service } = world
  const headers = { 'idempotency-key': coin(words, `Idempotency-Key of an export that is ${ending} ${ref ?? ''}`) }
  const url = `${service.url}${EXPORTS}`
  const started = await send({ method: 'POST', url, key, headers, body: { domain, ...(ref && { ref }) } })
  if (started.status !== 202) throw new Error(`The export of ${domain} did not start: ${started.text}`)
  const { jobId } = started.body
  words.set(`export that is ${ending} ${ref ?? ''}`, jobId)
  const job = `${url}/${jobId}`
  await waitFor(world, job, key, (status) => (ending === 'ended' ? isOver(status) : status !== 'queued'))
  if (ending === 'cancelled') await send({ method: 'POST', url: `${job}/cancel`, key })
  return jobId
}

/** The same for an agent job, whose instruction holds a word too. */
export async function makeAgentJob(
  world: World,
  key: string,
  { id: project, words }: TenantProject,
  ending: Ending,
): Promise<void> {
  const { send, service, model } = world
  const name = `deletion-${coin(words, `instruction of an agent job that is ${ending}`)}`
  model.play(new Map([[name, writeScript(words, ending)]]))
  const url = `${service.url}/v2/agent/${project}/job`
  const headers = { 'idempotency-key': coin(words, `Idempotency-Key of an agent job that is ${ending}`) }
  const created = await send({ method: 'POST', url, key, headers, body: { prompt: `Work. [script ${name}]` } })
  if (created.status !== 201) throw new Error(`The agent job did not start: ${created.text}`)
  const { id } = created.body
  words.set(`agent job that is ${ending}`, id)
  const job = `${url}/${id}`
  if (ending === 'ended') {
    const { prLink, error } = await waitFor(world, job, key, isOver)
    if (!prLink) throw new Error(`The agent job has no pull request: ${error}`)
    return
  }
  await waitForText(world, `${job}/events`, key, 'Created')
  if (ending === 'cancelled') await send({ method: 'POST', url: `${job}/cancel`, key })
}

/** It reads a page, writes one with a word of its own, and ends or never answers again. */
function writeScript(words: Words, ending: Ending): ScriptAnswer[] {
  const content = `---\ntitle: New\n---\n\nIt says ${coin(words, `page of an agent job that is ${ending}`)}.\n`
  const summary = ending === 'ended' ? coin(words, 'summary of an agent job') : 'Never said.'
  const finish = { name: 'finish', input: { title: 'Add a page', summary } }
  return [
    { calls: [{ name: 'read', input: { path: 'index.mdx' } }] },
    { calls: [{ name: 'write', input: { path: 'new.mdx', content } }] },
    { calls: [finish], ...(ending !== 'ended' && { faults: ['hang!'] }) },
  ]
}

const isOver = (status: string) => ['completed', 'failed'].includes(status)

async function waitFor({ send }: World, url: string, key: string, isThere: (status: string) => boolean) {
  const deadline = Date.now() + DEADLINE_MS
  while (Date.now() < deadline) {
    const { body } = await send({ url, key, headers: { prefer: 'wait=5' } })
    if (isThere(body.status)) return body
  }
  throw new Error(`${url} did not come so far within ${DEADLINE_MS / 1000} s.`)
}

async function waitForText({ send }: World, url: string, key: string, text: string): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS
  while (Date.now() < deadline) if ((await send({ url: `${url}?cursor=0&limit=100`, key })).text.includes(text)) return
  throw new Error(`${url} never said ${text}.`)
}
