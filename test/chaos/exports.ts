import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Site } from './export-world.ts'

export interface StartedExport {
  jobId: string
  key: string
  domain: string
}

export interface Job {
  status: string
  error: string | null
  errorCode: string | null
  progress: number
  version: string
}

/** Starts with an Idempotency-Key and tries again on a broken connection or a 503, as a careful client does. */
export async function startOne(
  url: string,
  tenant: { key: string; sites?: readonly Site[] },
  site: Site,
  index: number | string,
  version = 'chaos',
): Promise<StartedExport> {
  const body = JSON.stringify({ ...site, version })
  const headers = {
    authorization: `Bearer ${tenant.key}`,
    'content-type': 'application/json',
    'idempotency-key': `chaos-${index}`,
  }
  const answer = await insist(() => fetch(`${url}/v1/static-export/jobs`, { method: 'POST', headers, body }), 202)
  const { jobId } = (await answer.json()) as { jobId: string }
  return { jobId, key: tenant.key, domain: site.domain }
}

export async function readJob(url: string, { jobId, key }: StartedExport): Promise<Job> {
  const headers = { authorization: `Bearer ${key}` }
  const answer = await insist(() => fetch(`${url}/v1/static-export/jobs/${jobId}`, { headers }), 200)
  return (await answer.json()) as Job
}

/** The answer to who asks for the archive, whatever it is. */
export function readBundle(url: string, { jobId, key }: StartedExport): Promise<Response> {
  const headers = { authorization: `Bearer ${key}` }
  return fetch(`${url}/v1/static-export/jobs/${jobId}/bundle`, { method: 'POST', headers })
}

/** The digest of the archive as it arrives, or null when it is not what the API promises. */
export async function downloadDigest(url: string, started: StartedExport): Promise<string | null> {
  const archive = await readArchive(url, started)
  return archive && digestOf(archive)
}

/** The archive, or null when it is not what the API promises. */
async function readArchive(url: string, started: StartedExport): Promise<Uint8Array | null> {
  const answer = await insist(() => readBundle(url, started), 200)
  const { bundleUrl, sha256, sizeBytes } = (await answer.json()) as Record<string, string | number>
  const archive = await (await insist(() => fetch(String(bundleUrl)), 200)).bytes()
  return digestOf(archive) === sha256 && archive.length === sizeBytes ? archive : null
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function insist(send: () => Promise<Response>, wanted: number): Promise<Response> {
  const deadline = Date.now() + 60_000
  let last = 'no answer'
  while (Date.now() < deadline) {
    const answer = await send().catch((error: Error) => error)
    if (answer instanceof Response && answer.status === wanted) return answer
    last = answer instanceof Response ? `${answer.status} ${await answer.text()}` : answer.message
    // A 500 is never to be had, whatever befalls the service.
    if (answer instanceof Response && ![409, 503].includes(answer.status)) break
    await delay(200)
  }
  throw new Error(`Wanted ${wanted}, got ${last}`)
}
