import { setTimeout as wait } from 'node:timers/promises'
import { type HttpResponse, readText, reasonOf, sendRequest } from '@bindery/host'
import { UsageError } from '../explain-error.ts'
import type { Refusal } from './answers.ts'

export interface Question {
  method?: 'GET' | 'POST'
  /** Below the address of the service. */
  path: string
  body?: object
  headers?: Record<string, string>
}

export interface Answer<Body> {
  status: number
  headers: HttpResponse['headers']
  body: Body
}

export interface Api {
  /** An answer of 200 or 202; or a 304, whose body is undefined. Any other is an error. */
  ask<Body>(question: Question): Promise<Answer<Body>>
}

export interface ApiOptions {
  /** Ends with a slash. */
  url: string
  key: string
  say(line: string): void
  /** How long an answer may take. */
  answerMs?: number
}

// With pauses of 1, 2, 4, 8, 16 and then 30 seconds: two and a half minutes, in which any service has restarted.
const mostTries = 10
const longestPauseSeconds = 60
// A long poll is answered after 30 s, a delta of a large site within minutes.
const longestAnswerMs = 300_000
// A report names every remark about a site of up to 100,000 pages.
const mostBytes = 128 * 1024 * 1024

/** Asks again when the service is busy, restarting, or was not reached. A start is safe too: it has an idempotency key. */
export function createApi(options: ApiOptions): Api {
  return {
    async ask<Body>(question: Question) {
      for (let tries = 1; ; tries++) {
        const { answer, trouble } = await askOnce<Body>(options, question)
        if (answer) return answer
        const { message, mayPass, againAfterSeconds: seconds = Math.min(2 ** (tries - 1), 30) } = trouble
        if (!mayPass || tries === mostTries || seconds > longestPauseSeconds) throw new UsageError(message)
        options.say(`${message} Asking again in ${seconds} s.`)
        await wait(seconds * 1000)
      }
    },
  }
}

interface Trouble {
  message: string
  mayPass: boolean
  againAfterSeconds?: number
}

type Outcome<Body> = { answer: Answer<Body>; trouble?: never } | { answer?: never; trouble: Trouble }

async function askOnce<Body>(
  { url, key, answerMs = longestAnswerMs }: ApiOptions,
  { path, body, method, headers }: Question,
): Promise<Outcome<Body>> {
  const signal = AbortSignal.timeout(answerMs)
  try {
    // The key goes to the service that was named, and not to where that may lead on.
    const response = await sendRequest(new URL(path, url), {
      method: method ?? 'GET',
      signal,
      timeouts: { headersMs: answerMs, idleMs: answerMs },
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { status } = response
    const read = readJson(await readText(response, mostBytes))
    if (status === 304 || (status >= 200 && status < 300 && read !== undefined)) {
      return { answer: { status, headers: response.headers, body: read as Body } }
    }
    return { trouble: readTrouble(url, response, read as Partial<Refusal> | undefined) }
  } catch (error) {
    const reason = signal.aborted ? `there was no response within ${answerMs / 1000} s` : reasonOf(error)
    return { trouble: { message: `${url} cannot be reached: ${reason}.`, mayPass: true } }
  }
}

function readTrouble(url: string, { status, headers }: HttpResponse, body: Partial<Refusal> | undefined): Trouble {
  const seconds = Number.parseInt(headers['retry-after'] ?? '', 10)
  const isBusy = status === 429 || status >= 502 || body?.code === 'idempotency_in_flight'
  const what = body?.error ?? 'This is not how the API speaks. Is it the address of the service?'
  const again = seconds > longestPauseSeconds ? ` Try again in ${Math.ceil(seconds / 60)} minutes.` : ''
  return {
    message: `${url} answered ${status}: ${what}${again}`,
    mayPass: isBusy,
    ...(seconds > 0 && { againAfterSeconds: seconds }),
  }
}

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
