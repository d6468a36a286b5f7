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
export async function timeExport(url: string, tenant: Tenant): Promise<TimedExport> {
  const beganAt = performance.now()
  const jobId = await startExport(url, tenant)
  const { pagesRendered, pagesReused } = await waitForExport(url, tenant, jobId)
  const seconds = (performance.now() - beganAt) / 1000
  const { sha256, sizeBytes } = await linkBundle(url, tenant, jobId)
  return { jobId, seconds, pagesRendered, pagesReused, sha256, sizeBytes }
}

export async function startExport(url: string, tenant: Tenant, settings: object = {}): Promise<string> {
  const body = JSON.stringify({ ...settings, domain: tenant.domain })
  const { jobId } = await ask<{ jobId: string }>(jobsOf(url), { method: 'POST', headers: headersOf(tenant), body })
  return jobId
}

/** Until it has completed. */
export async function waitForExport(url: string, tenant: Tenant, jobId: string): Promise<Job> {
  for (;;) {
    const headers = { ...headersOf(tenant), prefer: 'wait=30' }
    const job = await ask<Job>(`${jobsOf(url)}/${jobId}`, { headers })
    if (job.status === 'failed') throw new Error(`The export failed: ${job.error}`)
    if (job.status === 'completed') return job
  }
}

/** The archive of an export, or of what changed since another one. */
export async function linkBundle(
  url: string,
  tenant: Tenant,
  jobId: string,
  request: { since?: string } = {},
): Promise<Bundle> {
  const body = JSON.stringify(request)
  return ask<Bundle>(`${jobsOf(url)}/${jobId}/bundle`, { method: 'POST', headers: headersOf(tenant), body })
}

const jobsOf = (url: string) => `${url}/v1/static-export/jobs`
const headersOf = ({ key }: Tenant) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })

interface Job {
  status: string
  error: string | null
  pagesRendered: number
  pagesReused: number
}

interface Bundle {
  bundleUrl: string
  sha256: string
  sizeBytes: number
}

async function ask<Answer>(url: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(url, init)
  if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}
