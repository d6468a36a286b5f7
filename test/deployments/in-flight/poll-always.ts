import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export interface Polls {
  sent: number
  /** Requests without the answer that was due, each in a sentence. */
  failed: string[]
  /** For how long connections were refused, in all; only where that may be. */
  refusedMs: number
  stop(): Promise<void>
}

const patienceMs = 60_000

/** Asks ten times a second, each time over a connection of its own and once: nothing hides a request that was dropped. */
export function pollAlways(url: string, key: string, mayRefuse: boolean): Polls {
  const stopping = new AbortController()
  const polls: Polls = {
    sent: 0,
    failed: [],
    refusedMs: 0,
    async stop() {
      stopping.abort()
      await running
    },
  }
  const running = loop()
  return polls

  async function loop(): Promise<void> {
    let refusedSince: number | undefined
    while (!stopping.signal.aborted) {
      const answer = await ask(url, key)
      const now = Date.now()
      if (mayRefuse && answer === 'ECONNREFUSED') {
        refusedSince ??= now
        if (now - refusedSince > patienceMs) throw new Error(`Connections to ${url} have been refused for a minute.`)
      } else {
        polls.refusedMs += refusedSince === undefined ? 0 : now - refusedSince
        refusedSince = undefined
        polls.sent++
        if (answer !== '200') polls.failed.push(`request ${polls.sent}: ${answer}`)
      }
      await delay(100)
    }
  }
}

/** The status of the whole answer, or the code of the error. */
function ask(url: string, key: string): Promise<string> {
  return new Promise((resolve) => {
    const settle = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
    const asked = request(url, { agent: false, headers: { authorization: `Bearer ${key}` }, timeout: patienceMs })
    asked.on('timeout', () => asked.destroy(new Error('no answer within a minute')))
    asked.on('error', settle)
    asked.on('response', (answer) => {
      answer.on('error', settle)
      answer.on('end', () => resolve(String(answer.statusCode)))
      answer.resume()
    })
    asked.end()
  })
}
