import { setTimeout as delay } from 'node:timers/promises'
import type { StartedExport } from './exports.ts'

export interface Load {
  /** The process that all requests go to. */
  url(): string
  poll(exports: readonly StartedExport[]): void
  stop(): Promise<{ answered: number; dropped: number }>
}

/**
 * So many clients that always have a request under way, every other one a poll that waits for a change. All ask the first
 * process that says it is ready, as a load balancer has them do: one that is asked to end says so a second before its
 * doors close. A request that gets anything but its whole answer counts as dropped.
 */
export function startLoad(urls: readonly string[], clients: number): Load {
  let polled: readonly StartedExport[] = []
  let ready = urls[0] ?? ''
  let running = true
  let answered = 0
  let dropped = 0

  async function watchReadiness(): Promise<void> {
    while (running) {
      const states = await Promise.all(urls.map((url) => isReady(url)))
      ready = urls[states.indexOf(true)] ?? ready
      await delay(100)
    }
  }

  async function ask(client: number): Promise<void> {
    while (running) {
      const one = polled[client % polled.length]
      if (!one) await delay(20)
      else if (await isAnswered(`${ready}/v1/static-export/jobs/${one.jobId}`, one.key, client % 2 === 0)) answered += 1
      else dropped += 1
    }
  }

  const all = Promise.all([watchReadiness(), ...Array.from({ length: clients }, (_, client) => ask(client))])
  return {
    url: () => ready,
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

async function isAnswered(url: string, key: string, waits: boolean): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}`, ...(waits && { prefer: 'wait=10' }) }
  try {
    const answer = await fetch(url, { headers })
    const { jobId } = (await answer.json()) as { jobId?: string }
    if (answer.status === 200 && jobId && url.endsWith(jobId)) return true
    console.log(`dropped: ${answer.status}`)
  } catch (error) {
    console.log(`dropped: ${String((error as Error).cause ?? error)}`)
  }
  return false
}
