import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClient } from '@bindery/client'
import type { Tenant } from './make-tenants.ts'

/** A job that was accepted. */
export interface Job {
  id: string
  kind: 'export' | 'agent job'
  /** How it stands, in the API's own words. */
  read(): Promise<{ status: string; error: string | null; result: string | null }>
  /** What is wrong with what came out of it. */
  check(): Promise<string[]>
}

/** A few seconds of each agent job are spent waiting for the model, so that it can be caught there too. */
const modelMs = 5_000

export async function startExports(url: string, tenants: Tenant[], count: number, round: string): Promise<Job[]> {
  return startEach(tenants, count, async (tenant, index) => {
    const { exports } = createClient({ url, apiKey: tenant.key })
    const { jobId } = await exports.start({ domain: tenant.domain, version: `${round}-${index}` })
    return {
      id: jobId,
      kind: 'export',
      read: async () => ({ result: null, ...pick(await exports.get(jobId)) }),
      check: () => checkBundle(exports, jobId),
    }
  })
}

export async function startAgentJobs(url: string, tenants: Tenant[], count: number, round: string): Promise<Job[]> {
  return startEach(tenants, count, async ({ key, project }, index) => {
    const { agentJobs } = createClient({ url, apiKey: key })
    const prompt = `Improve the quickstart. This is request ${index} of ${round}. [faults slow:${modelMs}]`
    const { id } = await agentJobs.create(project, { prompt })
    const read = async () => {
      const job = await agentJobs.get(project, id)
      return { ...pick(job), result: job.prLink }
    }
    const check = async () => ((await read()).result ? [] : ['it has no pull request'])
    return { id, kind: 'agent job', read, check }
  })
}

/** Polls until all have ended. Whatever has not by then is lost. */
export async function awaitEnd(jobs: Job[], minutes: number): Promise<string[]> {
  const open = new Map(jobs.map((job) => [job.id, job]))
  const faults: string[] = []
  const deadline = Date.now() + minutes * 60_000
  while (open.size > 0 && Date.now() < deadline) {
    for (const job of [...open.values()]) {
      const { status, error } = await job.read()
      if (!isEnded(status)) continue
      open.delete(job.id)
      const found = status === 'completed' ? await job.check() : [`${status}: ${error}`]
      faults.push(...found.map((fault) => `${job.kind} ${job.id}: ${fault}`))
    }
    await delay(500)
  }
  return [...faults, ...[...open.values()].map(({ id, kind }) => `${kind} ${id} has not ended`)]
}

/** Until so many more have ended. */
export async function awaitSome(jobs: Job[], count: number): Promise<void> {
  const open = async () => Object.values(await countOpen(jobs)).reduce((sum, one) => sum + one)
  const wanted = Math.max(0, (await open()) - count)
  const deadline = Date.now() + 5 * 60_000
  while ((await open()) > wanted) {
    if (Date.now() > deadline) throw new Error(`Five minutes, and not even ${count} of ${jobs.length} jobs have ended.`)
    await delay(500)
  }
}

export async function countOpen(jobs: Job[]): Promise<Record<Job['kind'], number>> {
  const counts = { export: 0, 'agent job': 0 }
  for (const job of jobs) if (!isEnded((await job.read()).status)) counts[job.kind]++
  return counts
}

const isEnded = (status: string) => !['queued', 'running', 'active'].includes(status)

const pick = ({ status, error }: { status: string; error: string | null }) => ({ status, error })

async function startEach(tenants: Tenant[], count: number, start: (tenant: Tenant, index: number) => Promise<Job>) {
  return Promise.all(Array.from({ length: count }, (_, i) => start(tenants[i % tenants.length] as Tenant, i)))
}

async function checkBundle(exports: Client['exports'], jobId: string): Promise<string[]> {
  const room = await mkdtemp(join(tmpdir(), 'bindery-flight-'))
  try {
    const { sha256 } = await exports.download(jobId, join(room, 'bundle.tar.gz'))
    const digest = createHash('sha256')
      .update(await readFile(join(room, 'bundle.tar.gz')))
      .digest('hex')
    return digest === sha256 ? [] : ['its bundle has another digest']
  } finally {
    await rm(room, { recursive: true })
  }
}
