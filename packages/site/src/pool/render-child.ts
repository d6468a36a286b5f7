import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RenderedPage } from '../page-facts.ts'
import type { RenderReply, RenderRequest } from './messages.ts'

export interface ChildLimits {
  deadlineMs: number
  memoryMb: number
}

/** Why a child is gone: it was at `culprit`, and `waiting` had not been begun. */
export interface Death {
  reason: string
  culprit: RenderRequest | undefined
  waiting: RenderRequest[]
}

// Node runs no .tsx, so children always run what the build made, also when the pool itself runs from the sources.
const entry = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/pool/child.js' : './child.js', import.meta.url),
)

interface Listeners {
  reply(rendered: RenderedPage, request: RenderRequest): void
  death(death: Death): void
}

/** One render process: pages go in, results come out in the same order, and it is killed when one takes too long. */
export class RenderChild {
  /** How many pages it may hold at once. */
  capacity: number
  readonly #process: ChildProcess
  readonly #deadlineMs: number
  readonly #listeners: Listeners
  readonly #requests: RenderRequest[] = []
  #timer: NodeJS.Timeout | undefined
  #overdue = false

  constructor(limits: ChildLimits, capacity: number, listeners: Listeners) {
    this.capacity = capacity
    this.#deadlineMs = limits.deadlineMs
    this.#listeners = listeners
    this.#process = fork(entry, [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${limits.memoryMb}`],
      // A child knows nothing of the secrets in its parent's environment.
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#process.on('message', (reply: RenderReply) => this.#settle(reply))
    // A write to a child that just died fails; its exit says all that matters.
    this.#process.on('error', () => {})
    this.#process.once('exit', (code, signal) => {
      clearTimeout(this.#timer)
      const [culprit, ...waiting] = this.#requests
      listeners.death({ reason: this.#explain(code, signal), culprit, waiting })
    })
  }

  get load(): number {
    return this.#requests.length
  }

  get room(): number {
    return this.capacity - this.load
  }

  send(request: RenderRequest): void {
    this.#requests.push(request)
    if (this.#requests.length === 1) this.#begin()
    this.#process.send(request, () => {})
  }

  kill(): void {
    this.#process.ref()
    this.#process.kill('SIGKILL')
  }

  #settle({ id, rendered }: RenderReply): void {
    const request = this.#requests[0]
    if (request?.id !== id) return
    this.#requests.shift()
    clearTimeout(this.#timer)
    if (this.#requests.length > 0) this.#begin()
    else this.#rest()
    this.#listeners.reply(rendered, request)
  }

  #begin(): void {
    this.#process.ref()
    this.#process.channel?.ref()
    this.#timer = setTimeout(() => {
      this.#overdue = true
      this.kill()
    }, this.#deadlineMs)
  }

  /** An idle child does not keep its parent from ending. */
  #rest(): void {
    this.#process.unref()
    this.#process.channel?.unref()
  }

  #explain(code: number | null, signal: NodeJS.Signals | null): string {
    if (this.#overdue) return `It took longer than ${this.#deadlineMs / 1000} s to render.`
    if (signal === 'SIGABRT') return 'It needs more memory than a page may have.'
    return `The renderer ended while it was at this page (${signal ?? `exit code ${code}`}).`
  }
}
