import { EventEmitter } from 'node:events'
import { reasonOf } from '@bindery/bundle'
import type { HostedPage } from '@bindery/client'
import type { Followed } from '../config/config.ts'
import { normalizeDomain } from '../config/normalize-domain.ts'
import { HostError } from '../ops/host-error.ts'
import type { Log } from '../ops/log.ts'
import { pause } from '../ops/pause.ts'
import { askService } from './ask-service.ts'

/** Which domains a service has, and what is current of each. */
export interface HostedDomains extends AsyncDisposable {
  /** Whether the service has named them since this host was started. */
  readonly isListed: boolean
  readonly size: number
  readonly problem: { code: string; message: string } | undefined
  has(domain: string): boolean
  list(): string[]
  /** The current export; null while nothing is published, undefined for a domain that is not there. */
  currentOf(domain: string): string | null | undefined
  /** Returns when something else is current, or after so many seconds. */
  waitForChange(domain: string, seconds: number, signal: AbortSignal): Promise<void>
}

interface Options {
  follow: Followed
  /** Served while the service cannot be asked. */
  stored: readonly string[]
  log: Log
  /** Called after each list with the domains that the service no longer has, or has no current export of any more. */
  onListed(withdrawn: string[]): void
}

// The service holds a request for half a minute at most.
const waitSeconds = 30
// A change that is told twice, or something in between that ends long polls, must not make this a short one.
const shortestMs = 250
const firstRetryMs = 1_000
const lastRetryMs = 30_000

/** Lists all domains, and then waits for what changes: one request for all sites together. */
export function followDomains({ follow, stored, log, onListed }: Options): HostedDomains {
  const changes = new EventEmitter().setMaxListeners(0)
  const stop = new AbortController()
  let known = new Map<string, string | null | undefined>(stored.map((domain) => [domain, undefined]))
  let isListed = false
  let problem: HostedDomains['problem']

  const apply = (next: ReadonlyMap<string, string | null>, isWhole: boolean) => {
    const before = known
    known = isWhole ? new Map(next) : new Map([...known, ...next])
    for (const [domain, jobId] of next) if (before.get(domain) !== jobId) changes.emit(`changed ${domain}`)
    if (!isListed) log('info', `${follow.url} has ${known.size} domains.`)
    isListed = true
    const isWithdrawn = ([domain, jobId]: [string, string | null | undefined]) =>
      !known.has(domain) || (known.get(domain) === null && jobId !== null)
    onListed([...before].filter(isWithdrawn).map(([domain]) => domain))
  }
  /** One look: the pages of a list, all or of what changed. Returns where the next one goes on. */
  const look = async (from: string | undefined): Promise<string | undefined> => {
    const next = new Map<string, string | null>()
    let page = await askForPage(follow, from, stop.signal)
    for (;;) {
      for (const { domain, jobId } of page.domains) if (normalizeDomain(domain) === domain) next.set(domain, jobId)
      if (!page.more) break
      page = await askForPage(follow, page.nextCursor, stop.signal)
    }
    apply(next, from === undefined)
    // One is gone, or cannot be served any more.
    const isComplete = from === undefined || known.size === page.total
    return isComplete ? page.nextCursor : undefined
  }
  const run = async () => {
    let cursor: string | undefined
    let retryMs = firstRetryMs
    while (!stop.signal.aborted) {
      const askedAt = performance.now()
      try {
        cursor = await look(cursor)
        problem = undefined
        retryMs = firstRetryMs
        await pause(shortestMs - (performance.now() - askedAt), stop.signal)
      } catch (error) {
        if (stop.signal.aborted) return
        const code = error instanceof HostError ? error.code : 'internal_error'
        const message = `The list of domains is not up to date: ${reasonOf(error)}`
        if (problem?.message !== message) log('error', message, { code })
        problem = { code, message }
        await pause(retryMs * (1 + Math.random() / 5), stop.signal)
        retryMs = Math.min(retryMs * 2, lastRetryMs)
      }
    }
  }
  const running = run()
  return {
    get isListed() {
      return isListed
    },
    get size() {
      return known.size
    },
    get problem() {
      return problem
    },
    has: (domain) => known.has(domain),
    list: () => [...known.keys()],
    currentOf: (domain) => known.get(domain),
    async waitForChange(domain, seconds, signal) {
      const changed = new AbortController()
      const wake = () => changed.abort()
      changes.once(`changed ${domain}`, wake)
      await pause(seconds * 1000, AbortSignal.any([signal, changed.signal]))
      changes.off(`changed ${domain}`, wake)
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
    },
  }
}

function askForPage(follow: Followed, cursor: string | undefined, signal: AbortSignal): Promise<HostedPage> {
  const seconds = Math.min(waitSeconds, Math.floor(follow.timeoutSeconds / 2))
  return askService(follow, signal, async ({ hosting }, limit) => {
    const page = await hosting.listDomains({ cursor, waitSeconds: seconds, signal: limit })
    if (Array.isArray(Object(page).domains)) return page
    throw new HostError('service_unreachable', 'The service’s list of domains cannot be read. Is it a Bindery service?')
  })
}
