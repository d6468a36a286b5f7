import type { Tenant } from '../../support/make-tenant.ts'

export interface TimedExport {
  jobId: string
  /** From the request that starts it to the first answer that says it is completed. */
  seconds: number
  pagesRendered: number
  pagesReused: number
  sha256: string
  sizeBytes: number
}

/** One export through the API, as a client makes it: start, wait for each change, ask for the link. */
export async function timeExport(url: string, { key, domain }: Tenant): Promise<TimedExport> {
  const jobs = `${url}/v1/static-export/jobs`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const beganAt = performance.now()
  const { jobId } = await ask<{ jobId: string }>(jobs, { method: 'POST', headers, body: JSON.stringify({ domain }) })
  for (;;) {
    const job = await ask<Job>(`${jobs}/${jobId}`, { headers: { ...headers, prefer: 'wait=30' } })
    if (job.status === 'failed') throw new Error(`The export failed: ${job.error}`)
    if (job.status === 'completed') {
      const seconds = (performance.now() - beganAt) / 1000
      const { sha256, sizeBytes } = await ask<Bundle>(`${jobs}/${jobId}/bundle`, { method: 'POST', headers })
      return { jobId, seconds, pagesRendered: job.pagesRendered, pagesReused: job.pagesReused, sha256, sizeBytes }
    }
  }
}

/** The archive of what changed between two exports. */
export async function askForDelta(
  url: string,
  { key }: Tenant,
  { jobId, since }: { jobId: string; since: string },
): Promise<Bundle> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ since })
  return ask<Bundle>(`${url}/v1/static-export/jobs/${jobId}/bundle`, { method: 'POST', headers, body })
}

interface Job {
  status: string
  error: string | null
  pagesRendered: number
  pagesReused: number
}

interface Bundle {
  sha256: string
  sizeBytes: number
}

async function ask<Answer>(url: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(url, init)
  if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}
