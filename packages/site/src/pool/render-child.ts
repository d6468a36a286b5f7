import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { RenderReply, RenderRequest } from './messages.ts'
import { readResidentMb } from './read-resident-mb.ts'

export interface ChildLimits {
  deadlineMs: number
  /** Of its heap, which V8 itself keeps. */
  memoryMb: number
  /** Of the whole process: what native code takes is no part of the heap. */
  residentMb: number
  /** After so many a fresh child takes its place: the parser keeps 22 KB of each page for ever (satteri 0.10.5). */
  pages: number
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

// Nearly every page is done before the first look.
const weighEveryMs = 100
const tooMuchMemory = 'It needs more memory than a page may have.'

/** One render process: pages go in, results come out in the same order, and it is killed when one takes too much. */
export class RenderChild {
  /** How many pages it may hold at once. */
  capacity: number
  readonly #process: ChildProcess
  readonly #limits: ChildLimits
  readonly #listeners: Listeners
  readonly #requests: RenderRequest[] = []
  #deadline: NodeJS.Timeout | undefined
  #scales: NodeJS.Timeout | undefined
  #ready = false
  #pages = 0
  #retired = false
  /** Why it was ended by its parent. */
  #verdict: string | undefined
  #stderr = ''

  constructor(limits: ChildLimits, capacity: number, listeners: Listeners) {
    this.capacity = capacity
    this.#limits = limits
    this.#listeners = listeners
    this.#process = fork(fileURLToPath(entry), [], {
      serialization: 'advanced',
      // Without the second, a nursery that V8 lets grow: 250 MB more for two processes at 4,800 pages, and no faster.
      execArgv: [`--max-old-space-size=${limits.memoryMb}`, '--max-semi-space-size=4'],
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
    return this.isSpent ? 0 : this.capacity - this.load
  }

  get isSpent(): boolean {
    return this.#retired || this.#pages >= this.#limits.pages
  }

  send(request: RenderRequest): void {
    this.#requests.push(request)
    this.#pages += 1
    this.#keepParent(true)
    if (this.#requests.length === 1) this.#startClock()
    this.#process.send(request, () => {})
  }

  /** Ends it between two pages; until it is gone it takes no other. */
  retire(): void {
    this.#retired = true
    this.kill()
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

  /** Times and weighs the page at hand; a child that is still starting is not at a page yet. */
  #startClock(): void {
    this.#stopClock()
    if (!this.#ready || this.load === 0) return
    const { deadlineMs, residentMb } = this.#limits
    const tooLong = `It took longer than ${deadlineMs / 1000} s to render.`
    this.#deadline = setTimeout(() => this.#condemn(tooLong), deadlineMs)
    this.#scales = setInterval(async () => {
      if ((await readResidentMb(this.#process.pid ?? 0)) > residentMb) this.#condemn(tooMuchMemory)
    }, weighEveryMs)
  }

  #stopClock(): void {
    clearTimeout(this.#deadline)
    clearInterval(this.#scales)
  }

  #condemn(verdict: string): void {
    this.#verdict ??= verdict
    this.kill()
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
    this.#stopClock()
    const [culprit, ...waiting] = this.#requests
    this.#listeners.death({ reason: this.#explain(code, signal), stillborn: !this.#ready, culprit, waiting })
  }

  #explain(code: number | null, signal: NodeJS.Signals | null): string {
    if (!this.#ready) return `A render process could not start (${signal ?? `exit code ${code}`}). ${this.#stderr}`
    if (this.#verdict !== undefined) return this.#verdict
    if (signal === 'SIGABRT') return tooMuchMemory
    return `The renderer ended while it was at this page (${signal ?? `exit code ${code}`}).`
  }
}
