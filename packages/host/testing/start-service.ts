import { hash, randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { delta, startMirror } from './run-host.ts'

interface Job {
  jobId: string
  version: string
  bundle: Buffer
}

export const apiKey = 'bnd_read'

/**
 * Stands for a service, as the contract describes the operations that a host asks. It has a bucket of its own, and no
 * domain until an export is published.
 */
export async function startService() {
  /** Newest first. */
  const jobs: Job[] = []
  const archives = new Map<string, Buffer>()
  const asked: string[] = []
  const events = new EventEmitter().setMaxListeners(100)
  /** Undefined while the service does not have the domain. */
  let current: { jobId: string | null; etag: string } | undefined
  let holds = true
  const link = (jobId: string, archive: Buffer) => {
    const sha256 = hash('sha256', archive)
    archives.set(`/bucket/${sha256}`, archive)
    return { jobId, bundleUrl: `${mirror.url}/bucket/${sha256}?signature=secret`, sha256, sizeBytes: archive.length }
  }
  const answerBundle = async (request: IncomingMessage, jobId: string) => {
    const { since } = (await json(request)) as { since?: string }
    const job = jobs.find((one) => one.jobId === jobId)
    const earlier = jobs.find((one) => one.jobId === since)
    if (!job || (since !== undefined && !earlier)) return refusal(404, 'There is no such export.')
    return { status: 200, body: link(jobId, earlier ? await delta(earlier.bundle, job.bundle) : job.bundle) }
  }
  const answerList = ({ searchParams }: URL) => {
    const from = Number(searchParams.get('cursor') ?? 0)
    const to = from + Number(searchParams.get('limit'))
    const page = jobs.slice(from, to).map(({ jobId, version }) => ({ jobId, version }))
    return { status: 200, body: { jobs: page, nextCursor: to < jobs.length ? String(to) : null } }
  }
  const answerCurrent = async ({ headers }: IncomingMessage) => {
    const isKnown = () => headers['if-none-match'] === current?.etag
    const [, seconds] = /^wait=(\d+)$/.exec(String(headers.prefer)) ?? []
    if (!current) return refusal(404, 'The API has no such path.')
    if (holds && isKnown() && seconds !== undefined) {
      await once(events, 'published', { signal: AbortSignal.timeout(Number(seconds) * 1000) }).catch(() => {})
    }
    if (isKnown()) return { status: 304, body: undefined, headers: { etag: current.etag } }
    return { status: 200, body: { jobId: current.jobId }, headers: { etag: current.etag } }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://service')
    const archive = archives.get(url.pathname)
    asked.push(`${request.method} ${url.pathname}`)
    if (archive) return response.end(archive)
    const [, jobId] = /^\/v1\/static-export\/jobs\/(\w+)\/bundle$/.exec(url.pathname) ?? []
    const isKnown = request.headers.authorization === `Bearer ${apiKey}`
    const answerJobs = () => (jobId === undefined ? answerList(url) : answerBundle(request, jobId))
    const found: Found = isKnown
      ? await (url.pathname.startsWith('/v1/domains/') ? answerCurrent(request) : answerJobs())
      : refusal(401, 'This API key was revoked.')
    const head = { 'content-type': 'application/json', ...found.headers }
    return response.writeHead(found.status, head).end(found.body && JSON.stringify(found.body))
  }
  const mirror = await startMirror(answer)
  return {
    ...mirror,
    /** How often it was asked for what begins so: the method and the path. */
    count: (beginning: string) => asked.filter((one) => one.startsWith(beginning)).length,
    archives,
    complete(version: string, bundle: Buffer): string {
      const jobId = `se_${hash('sha256', `${jobs.length} ${version}`).slice(0, 16)}`
      jobs.unshift({ jobId, version, bundle })
      return jobId
    },
    /** From now on this is current; null for nothing. */
    publish(jobId: string | null) {
      current = { jobId, etag: `"${randomUUID()}"` }
      events.emit('published')
    },
    /** As something in between that knows no long poll. */
    respondAtOnce() {
      holds = false
    },
    /** All but the newest. */
    forgetEarlier: () => jobs.splice(1),
  }
}

interface Found {
  status: number
  body: object | undefined
  headers?: Record<string, string>
}

function refusal(status: number, error: string, code = 'x') {
  return { status, body: { error, code, requestId: 'r' } }
}
