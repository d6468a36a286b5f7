import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { RenderReply, RenderRequest } from './messages.ts'

export interface ChildLimits {
  deadlineMs: number
  memoryMb: number
}

/** Why a child is gone: it was at `culprit`, and `waiting` had not been begun. */
export interface Death {
  reason: string
  /** It never came to work, so no page is to blame. */
  stillborn: boolean
  culprit: RenderRequest | undefined
  waiting: RenderRequest[]
}

interface Listeners {
  reply(reply: Exclude<RenderReply, { ready: true }>): void
  death(death: Death): void
}

// Node runs no .tsx, so children always run what the build made, also when the pool itself runs from the sources.
const entry = new URL(import.meta.url.endsWith('.ts') ? '../../dist/pool/child.js' : './child.js', import.meta.url)

// The last words of a child that could not start.
const stderrKept = 2000

/** One render process: pages go in, results come out in the same order, and it is killed when one takes too long. */
export class RenderChild {
  /** How many pages it may hold at once. */
  capacity: number
  readonly #process: ChildProcess
  readonly #deadlineMs: number
  readonly #listeners: Listeners
  readonly #requests: RenderRequest[] = []
  #timer: NodeJS.Timeout | undefined
  #ready = false
  #overdue = false
  #stderr = ''

  constructor(limits: ChildLimits, capacity: number, listeners: Listeners) {
    this.capacity = capacity
    this.#deadlineMs = limits.deadlineMs
    this.#listeners = listeners
    this.#process = fork(fileURLToPath(entry), [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${limits.memoryMb}`],
      // A child knows nothing of the secrets in its parent's environment.
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#process.stderr?.on('data', (text) => {
      this.#stderr = `${this.#stderr}${text}`.slice(-stderrKept)
    })
    this.#process.on('message', (reply: RenderReply) => this.#hear(reply))
    // A write to a child that just died fails; its exit says all that matters.
    this.#process.on('error', () => {})
    this.#process.once('close', (code, signal) => this.#end(code, signal))
  }

  get load(): number {
    return this.#requests.length
  }

  get room(): number {
    return this.capacity - this.load
  }

  send(request: RenderRequest): void {
    this.#requests.push(request)
    this.#keepParent(true)
    if (this.#requests.length === 1) this.#startClock()
    this.#process.send(request, () => {})
  }

  kill(): void {
    this.#keepParent(true)
    this.#process.kill('SIGKILL')
  }

  #hear(reply: RenderReply): void {
    if ('ready' in reply) {
      this.#ready = true
      this.#startClock()
      return
    }
    if (this.#requests[0]?.id !== reply.id) return
    this.#requests.shift()
    this.#startClock()
    if (this.load === 0) this.#keepParent(false)
    this.#listeners.reply(reply)
  }

  /** Times the page at hand; a child that is still starting is not at a page yet. */
  #startClock(): void {
    clearTimeout(this.#timer)
    if (!this.#ready || this.load === 0) return
    this.#timer = setTimeout(() => {
      this.#overdue = true
      this.kill()
    }, this.#deadlineMs)
  }

  /** An idle child does not keep its parent from ending. */
  #keepParent(busy: boolean): void {
    const call = busy ? 'ref' : 'unref'
    this.#process[call]()
    this.#process.channel?.[call]()
    // A pipe's stream has these too, though its type does not say so.
    ;(this.#process.stderr as unknown as Socket | null)?.[call]()
  }

  #end(code: number | null, signal: NodeJS.Signals | null): void {
    clearTimeout(this.#timer)
    const [culprit, ...waiting] = this.#requests
    this.#listeners.death({ reason: this.#explain(code, signal), stillborn: !this.#ready, culprit, waiting })
  }

  #explain(code: number | null, signal: NodeJS.Signals | null): string {
    if (!this.#ready) return `A render process could not start (${signal ?? `exit code ${code}`}). ${this.#stderr}`
    if (this.#overdue) return `It took longer than ${this.#deadlineMs / 1000} s to render.`
    if (signal === 'SIGABRT') return 'It needs more memory than a page may have.'
    return `The renderer ended while it was at this page (${signal ?? `exit code ${code}`}).`
  }
}
