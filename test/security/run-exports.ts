import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { mapAtOnce } from '../support/map-at-once.ts'
import type { World } from './prepare-world.ts'

export interface EndedExport {
  jobId: string
  /** `stuck` when it had not ended after five minutes. */
  status: 'completed' | 'failed' | 'stuck'
  errorCode: string | null
  error: string | null
}

const JOBS = '/v1/static-export/jobs'
/** As many as one worker runs. */
const AT_ONCE = 20
const DEADLINE_MS = 300_000

/** Exports each of these domains of the suite's own tenant, to the end. */
export function runExports(world: World, domains: readonly string[]): Promise<EndedExport[]> {
  return mapAtOnce(domains, AT_ONCE, (domain) => runExport(world, domain))
}

export async function runExport(
  world: Pick<World, 'send' | 'service' | 'tenant'>,
  domain: string,
  key = world.tenant.key,
): Promise<EndedExport> {
  const { send, service } = world
  const start = () => send({ method: 'POST', url: `${service.url}${JOBS}`, key, body: { domain } })
  let started = await start()
  // A busy machine may answer so, with Retry-After; whoever starts an export then tries again.
  for (let tries = 0; started.status === 503 && tries < 5; tries++) {
    await sleep(5_000)
    started = await start()
  }
  if (started.status !== 202) throw new Error(`The export of ${domain} did not start: ${started.text}`)
  const { jobId } = started.body
  const deadline = Date.now() + DEADLINE_MS
  while (Date.now() < deadline) {
    // A connection that stood idle may be closed as it is used again; then the next look tells.
    const look = send({ url: `${service.url}${JOBS}/${jobId}`, key, headers: { prefer: 'wait=10' } })
    const body = await look.then((answer) => answer.body, waitAWhile)
    if (body?.status === 'completed' || body?.status === 'failed') return body
  }
  return { jobId, status: 'stuck', errorCode: null, error: null }
}

async function waitAWhile(): Promise<undefined> {
  await sleep(1_000)
}

/** The files of a completed export, as the bytes of its archive without compression. */
export async function readBundle(world: World, jobId: string, key = world.tenant.key): Promise<Buffer> {
  const files = gunzipSync(await downloadBundle(world, jobId, key))
  world.bundles.push(files)
  return files
}

/** The archive itself. */
export async function downloadBundle(
  world: World,
  jobId: string,
  key = world.tenant.key,
  /** Only what has changed since another export: a delta. */
  since?: string,
): Promise<Uint8Array> {
  const { body, status, text } = await world.send({
    method: 'POST',
    url: `${world.service.url}${JOBS}/${jobId}/bundle`,
    key,
    body: { since },
  })
  if (status !== 200) throw new Error(`There is no bundle of ${jobId}: ${text}`)
  const signature = new URL(body.bundleUrl).searchParams.get('X-Amz-Signature')
  if (!signature) throw new Error('A link to a bundle has no X-Amz-Signature to look for.')
  world.secrets.set(`signature of link ${world.bundles.length}`, signature)
  return (await fetch(body.bundleUrl)).bytes()
}
