import { setTimeout as delay } from 'node:timers/promises'
import type { StartedExport } from './exports.ts'

export interface Load {
  /** The process that all requests go to. */
  url(): string
  poll(exports: readonly StartedExport[]): void
  stop(): Promise<{ answered: number; dropped: number }>
}

/**
 * So many clients that always have a request under way, four of five a poll that waits for a change. All ask the first
 * process that says it is ready, as a load balancer has them do: one that is asked to end says so some time before its
 * doors close. A request that gets anything but its whole answer counts as dropped; at closed doors it goes elsewhere.
 */
export function startLoad(urls: readonly string[], clients: number): Load {
  let polled: readonly StartedExport[] = []
  const unready = new Set<string>()
  const ready = () => urls.find((url) => !unready.has(url)) ?? ''
  let running = true
  let answered = 0
  let dropped = 0

  async function watchReadiness(): Promise<void> {
    while (running) {
      for (const url of urls) void isReady(url).then((yes) => (yes ? unready.delete(url) : unready.add(url)))
      await delay(200)
    }
  }

  async function ask(client: number): Promise<void> {
    while (running) {
      const one = polled[client % polled.length]
      const fate = one && (await poll(ready(), one, client % 5 > 0))
      if (fate === 'answered') answered += 1
      else if (fate === 'dropped') dropped += 1
      else await delay(20)
    }
  }

  const all = Promise.all([watchReadiness(), ...Array.from({ length: clients }, (_, client) => ask(client))])
  return {
    url: ready,
    poll(exports) {
      polled = exports
    },
    async stop() {
      running = false
      await all
      return { answered, dropped }
    },
  }
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function poll(url: string, { jobId, key }: StartedExport, waits: boolean) {
  const headers = { authorization: `Bearer ${key}`, ...(waits && { prefer: 'wait=10' }) }
  try {
    const answer = await fetch(`${url}/v1/static-export/jobs/${jobId}`, { headers })
    const job = (await answer.json()) as { jobId?: string }
    return answer.status === 200 && job.jobId === jobId ? 'answered' : 'dropped'
  } catch (error) {
    const { cause } = error as { cause?: NodeJS.ErrnoException }
    if (cause?.code === 'ECONNREFUSED') return 'refused'
    console.log(`dropped: ${cause?.message}`)
    return 'dropped'
  }
}
