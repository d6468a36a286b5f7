import pg from 'pg'

export interface JobWatcher {
  /** Resolves at the job's next change, when `timeoutMs` have passed, or when the watcher can no longer tell. */
  subscribe(jobId: string): Subscription
  /** From now on nothing waits: for a shutdown. */
  release(): void
  isReleased(): boolean
  close(): Promise<void>
}

export interface Subscription extends Disposable {
  changed(timeoutMs: number, signal?: AbortSignal): Promise<void>
}

const firstRetryMs = 100
const lastRetryMs = 5_000

/**
 * One connection of the process listens for all its waiting polls. When it breaks, everybody is woken (a change may
 * have been missed) and it is made again.
 */
export async function watchJobs(databaseUrl: string, onError: (error: unknown) => void): Promise<JobWatcher> {
  const waiting = new Map<string, Set<() => void>>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let released = false
  let closed = false

  const wake = (channel: string) => {
    for (const resolve of waiting.get(channel) ?? []) resolve()
  }
  const wakeAll = () => {
    for (const jobId of waiting.keys()) wake(jobId)
  }

  function release(): void {
    released = true
    wakeAll()
  }

  async function connect(retryMs: number): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'bindery-watch',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    next.on('notification', ({ payload }) => listChannels(payload).forEach(wake))
    next.on('error', onError)
    next.on('end', () => reconnect(next, retryMs))
    client = next
    await next.connect()
    await next.query('listen job_changed')
    wakeAll()
  }

  function reconnect(ended: pg.Client, retryMs: number): void {
    if (closed || ended !== client) return
    client = undefined
    wakeAll()
    retry = setTimeout(() => {
      connect(Math.min(retryMs * 2, lastRetryMs)).catch((error) => {
        onError(error)
        if (client) reconnect(client, Math.min(retryMs * 2, lastRetryMs))
      })
    }, retryMs)
  }

  await connect(firstRetryMs)
  return {
    subscribe: (jobId) => (released ? immediate : subscribe(waiting, jobId)),
    release,
    isReleased: () => released,
    async close() {
      closed = true
      clearTimeout(retry)
      release()
      await client?.end()
    },
  }
}

/** Channels of a notification: the job, the list of its organization, and the operator's list. */
function listChannels(payload = ''): string[] {
  const [kind, list, organization, job = ''] = payload.split(':')
  return kind === 'job' ? [job, `${list}:${organization}`, 'jobs'] : [payload]
}

const immediate: Subscription = { changed: async () => {}, [Symbol.dispose]() {} }

function subscribe(waiting: Map<string, Set<() => void>>, jobId: string): Subscription {
  const { promise, resolve } = Promise.withResolvers<void>()
  const others = waiting.get(jobId) ?? new Set()
  waiting.set(jobId, others.add(resolve))
  return {
    async changed(timeoutMs, signal) {
      const timer = setTimeout(resolve, timeoutMs)
      signal?.addEventListener('abort', () => resolve(), { once: true })
      await promise
      clearTimeout(timer)
    },
    [Symbol.dispose]() {
      others.delete(resolve)
      if (others.size === 0 && waiting.get(jobId) === others) waiting.delete(jobId)
    },
  }
}
