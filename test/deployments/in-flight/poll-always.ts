import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

export interface Polls {
  sent: number
  /** Requests without the answer that was due, each in a sentence. */
  failed: string[]
  /** Those that the API answered, asking to be asked again: it had no connection to Postgres within 10 s. */
  busy: number
  /** Of the request that waited longest. */
  longestMs: number
  stop(): Promise<void>
}

const patienceMs = 60_000
const intervalMs = 100
const retryAfterMs = 5_000
/** A machine that others use as well stalls now and then; more than this is the upgrade's doing. */
const busyShare = 0.05

/** What is asked in turn. A proxy may not repeat a POST; this one is refused for its empty body, and by the API alone. */
const asked = [
  { method: 'GET', due: '200' },
  { method: 'POST', due: '400 invalid_request' },
]

/**
 * Asks ten times a second, whether or not those before were answered, each time over a connection of its own and once, unless the
 * API itself asks to be asked again: nothing hides a request that was dropped.
 */
export function pollAlways(url: string, key: string): Polls {
  const stopping = new AbortController()
  const running: Promise<void>[] = []
  const polls: Polls = {
    sent: 0,
    failed: [],
    busy: 0,
    longestMs: 0,
    async stop() {
      stopping.abort()
      await sending
      await Promise.all(running)
      if (polls.busy > polls.sent * busyShare)
        polls.failed.push(`${polls.busy} of ${polls.sent} requests met a busy API.`)
    },
  }
  const sending = sendAll()
  return polls

  async function sendAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      running.push(poll(++polls.sent))
      await delay(intervalMs)
    }
  }

  async function poll(number: number): Promise<void> {
    const { method = '', due } = asked[number % asked.length] ?? {}
    const began = performance.now()
    const send = () => ask(`${url}/v1/static-export/jobs?limit=1`, method, key)
    let answer = await send()
    if (answer === '503 unavailable') {
      polls.busy++
      await delay(retryAfterMs)
      answer = await send()
    }
    polls.longestMs = Math.max(polls.longestMs, Math.round(performance.now() - began))
    if (answer !== due) polls.failed.push(`request ${number}, ${method}: ${answer}`)
  }
}

/** The status of the whole answer, with the code of a refusal, or the code of the error. */
function ask(url: string, method: string, key: string): Promise<string> {
  return new Promise((resolve) => {
    const settle = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const sent = request(url, { agent: false, method, headers, timeout: patienceMs })
    sent.on('timeout', () => sent.destroy(new Error('no answer within a minute')))
    sent.on('error', settle)
    sent.on('response', (answer) => {
      text(answer).then((body) => {
        const [, code] = /"code":"(\w+)"/.exec(body) ?? []
        resolve(answer.statusCode === 200 ? '200' : `${answer.statusCode} ${code}`)
      }, settle)
    })
    sent.end(method === 'POST' ? '{}' : undefined)
  })
}
