import { hash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { facts } from '../../bundle/testing/small-site.ts'
import { bundle, delta, startMirror } from './run-host.ts'

export const hostKey = 'bnd_host'

interface Published {
  jobId: string
  archive: Buffer
  /** The number of the change that made it current. */
  changed: number
}

/** Stands for a service with many domains, as the contract describes the two operations of hosts; the bucket is its own. */
export async function startHosting() {
  const domains = new Map<string, Published | { jobId: null; changed: number }>()
  const archives = new Map<string, Buffer>()
  const exports = new Map<string, Buffer>()
  const asked: string[] = []
  const events = new EventEmitter().setMaxListeners(100)
  let changes = 0
  /** What archives of a domain wait for. */
  const hold = new Map<string, Promise<void>>()

  const list = async (url: URL, prefer: string | undefined) => {
    const [since, known] = url.searchParams.get('cursor')?.split('.').map(Number) ?? [0]
    const changed = () => [...domains].filter(([, one]) => one.changed >= (since ?? 0))
    if (known === domains.size && changed().length === 0 && prefer !== undefined) {
      await once(events, 'changed', { signal: AbortSignal.timeout(5_000) }).catch(() => {})
    }
    const page = changed().map(([domain, { jobId }]) => ({ domain, jobId }))
    return { domains: page, total: domains.size, nextCursor: `${changes + 1}.${domains.size}.`, more: false }
  }
  const link = async (domain: string, request: IncomingMessage) => {
    const { jobId, since } = (await json(request)) as { jobId: string; since?: string }
    const current = domains.get(domain)
    const base = since === undefined ? undefined : exports.get(since)
    if (!current || current.jobId === null || current.jobId !== jobId || (since !== undefined && !base))
      return undefined
    const archive = base ? await delta(base, current.archive).catch(() => current.archive) : current.archive
    const sha256 = hash('sha256', archive)
    archives.set(`/bucket/${domain}/${sha256}`, archive)
    return { jobId, bundleUrl: `${mirror.url}/bucket/${domain}/${sha256}?signature=secret`, sha256 }
  }
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://service')
    asked.push(`${request.method} ${url.pathname}`)
    const [, domain = ''] = /^\/(?:bucket|v1\/hosting\/domains)\/([^/]+)/.exec(url.pathname) ?? []
    const archive = archives.get(url.pathname)
    if (archive) {
      await hold.get(domain)
      return void response.end(archive)
    }
    if (request.headers.authorization !== `Bearer ${hostKey}`) return refuse(response, 401)
    const body =
      request.method === 'POST' ? await link(domain, request) : await list(url, String(request.headers.prefer))
    return body ? void response.end(JSON.stringify(body)) : refuse(response, 404)
  }
  const mirror = await startMirror((request, response) => void reply(request, response))
  const change = () => {
    changes++
    queueMicrotask(() => events.emit('changed'))
    return changes
  }
  return {
    ...mirror,
    count: (beginning: string) => asked.filter((one) => one.startsWith(beginning)).length,
    /** From now on this is current; without an archive, nothing is. */
    publish(domain: string, archive?: Buffer): void {
      const changed = change()
      if (!archive) return void domains.set(domain, { jobId: null, changed })
      const jobId = `se_${hash('sha256', `${changed}`).slice(0, 16)}`
      exports.set(jobId, archive)
      domains.set(domain, { jobId, archive, changed })
    },
    remove(domain: string): void {
      domains.delete(domain)
      change()
    },
    /** Archives of this domain are sent when the promise is fulfilled. */
    holdBack: (domain: string, until: Promise<void>) => void hold.set(domain, until),
  }
}

export function bundleFor(domain: string, version: string): Promise<Buffer> {
  return bundle(`${version} of ${domain}`, { site: { ...facts, domain, version } })
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status).end('{"error":"No.","code":"x","requestId":"r"}')
}
