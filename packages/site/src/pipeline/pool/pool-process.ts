import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { endWithParent } from './end-orphans.ts'
import type { MemoryBudget } from './memory-budget.ts'
import { type FromProcess, sendError, type TaskRequest, type ToProcess } from './messages.ts'
import { ProcessEnded } from './process-ended.ts'
import { readResidentMb } from './read-resident-mb.ts'

export interface ProcessOptions {
  /** The module that it runs, which serves tasks. */
  entry: URL
  /** Of its heap, which V8 itself holds to. */
  memoryMb: number
  /** Of each half of its nursery; what is made in a task and lasts to its end is copied less often in a larger one. */
  semiSpaceMb?: number
  /** After so long at one task it is slow. */
  patienceMs: number
  /** Without a task for so long it ends. */
  idleMs: number
  /** Of all pools together. */
  budget?: MemoryBudget | undefined
  /** Where it finds other programs, if it may run any. */
  path?: string | undefined
}

export interface Assignment {
  request: TaskRequest
  deadlineMs: number
  /** Of the whole process: what native code takes is no part of the heap. */
  residentMb: number
  ask?: ((name: string, value: unknown) => Promise<unknown>) | undefined
}

export type Outcome = Extract<FromProcess, { result: unknown } | { error: unknown }>

interface Listeners {
  done(outcome: Outcome): void
  slow(): void
  /** `stillborn`: it never came to work, so no task is to blame. */
  end(ended: ProcessEnded, stillborn: boolean): void
}

// V8 lets it grow further: 250 MB more for two processes that render 4,800 pages, and no faster.
const defaultSemiSpaceMb = 4
// The last words of one that could not start.
const stderrLength = 2000
// Nearly every task is done before the first look.
const weighEveryMs = 100
// A tenth of what the others get, when there is not enough for all.
const lowPriority = 10

/** One process: tasks go in, results come out in the same order, and it is killed when one takes too much. */
export class PoolProcess {
  /** How many tasks it may hold at once. */
  capacity: number
  readonly #process: ChildProcess
  readonly #options: ProcessOptions
  readonly #listeners: Listeners
  readonly #assignments: Assignment[] = []
  readonly #timers = new Set<NodeJS.Timeout>()
  #deadline: NodeJS.Timeout | undefined
  #ready = false
  #begun = 0
  #lastGroup: string | undefined
  #slow = false
  #leaving = false
  #killed = false
  /** How many times its deadline a task has. */
  #patience = 1
  /** Why it was ended by its parent. */
  #reason: ProcessEnded | undefined
  #stderr = ''

  constructor(options: ProcessOptions, capacity: number, listeners: Listeners) {
    this.capacity = capacity
    this.#options = options
    this.#listeners = listeners
    this.#process = fork(fileURLToPath(options.entry), [], {
      serialization: 'advanced',
      execArgv: [
        `--max-old-space-size=${options.memoryMb}`,
        `--max-semi-space-size=${options.semiSpaceMb ?? defaultSemiSpaceMb}`,
      ],
      env: describeEnvironment(options.path),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    endWithParent(this.#process)
    this.#process.stderr?.on('data', (text) => {
      this.#stderr = `${this.#stderr}${text}`.slice(-stderrLength)
    })
    this.#process.on('message', (message: FromProcess) => this.#receive(message))
    // A write to one that just died fails; its exit says all that matters.
    this.#process.on('error', () => {})
    this.#process.once('close', (code, signal) => this.#end(code, signal))
  }

  /** How many tasks it was given so far. */
  get begun(): number {
    return this.#begun
  }

  /** It has started, and is at its first task or a later one. */
  get isReady(): boolean {
    return this.#ready
  }

  /** Whose task it was given last. */
  get lastGroup(): string | undefined {
    return this.#lastGroup
  }

  get load(): number {
    return this.#assignments.length
  }

  get room(): number {
    return this.#slow || this.#leaving ? 0 : this.capacity - this.load
  }

  /** It has been at one task for longer than others should wait. */
  get isSlow(): boolean {
    return this.#slow
  }

  /** It takes no more tasks, and should end when it has done those that it has. */
  get isLeaving(): boolean {
    return this.#leaving
  }

  get current(): number | undefined {
    return this.#assignments[0]?.request.id
  }

  /** Those that it has not begun. */
  get next(): number[] {
    return this.#assignments.slice(1).map(({ request }) => request.id)
  }

  give(assignment: Assignment): void {
    this.#assignments.push(assignment)
    this.#begun += 1
    this.#lastGroup = assignment.request.group
    this.#holdParent(true)
    if (this.load === 1) this.#startClock()
    this.#send(assignment.request)
  }

  leave(): void {
    this.#leaving = true
  }

  /** Takes back what it has not begun; it still would, so it must end after what it is at. */
  withdraw(): number[] {
    this.#leaving = true
    return this.#assignments.splice(1).map(({ request }) => request.id)
  }

  /** Lets others go first, and gives it twice the time for that. */
  setAside(): void {
    try {
      setPriority(this.#process.pid ?? 0, lowPriority)
    } catch {
      // It has just ended.
    }
    this.#patience = 2
    const [current] = this.#assignments
    if (current && this.#ready) this.#startDeadline(current)
  }

  /** Ends it between two tasks; until it is gone it takes no other. */
  retire(): void {
    this.#leaving = true
    this.kill()
  }

  endForMemory(): void {
    this.#stop(new ProcessEnded('memory'))
  }

  kill(): void {
    this.#killed = true
    this.#holdParent(true)
    this.#process.kill('SIGKILL')
  }

  #send(message: ToProcess): void {
    this.#process.send(message, () => {})
  }

  #receive(message: FromProcess): void {
    if ('ready' in message) {
      this.#ready = true
      this.#startClock()
    } else if (message.id === this.current) {
      if ('ask' in message) void this.#answer(message)
      else this.#finish(message)
    }
  }

  #finish(outcome: Outcome): void {
    this.#assignments.shift()
    this.#startClock()
    if (this.load === 0) this.#holdParent(false)
    this.#listeners.done(outcome)
  }

  async #answer({ ask, name, value }: Extract<FromProcess, { ask: number }>): Promise<void> {
    try {
      this.#send({ ask, value: await this.#assignments[0]?.ask?.(name, value) })
    } catch (error) {
      this.#send({ ask, error: sendError(error) })
    }
  }

  /** Times and weighs the task at hand; one that is still starting is not at a task yet. */
  #startClock(): void {
    this.#stopClock()
    this.#slow = false
    const [current] = this.#assignments
    if (!this.#ready) return
    if (!current) {
      this.#timers.add(setTimeout(() => this.retire(), this.#options.idleMs).unref())
      return
    }
    this.#startDeadline(current)
    this.#timers.add(setTimeout(() => this.#becomeSlow(), this.#options.patienceMs))
    this.#timers.add(setInterval(() => this.#weigh(current), weighEveryMs))
  }

  async #weigh(current: Assignment): Promise<void> {
    const resident = await readResidentMb(this.#process.pid ?? 0)
    if (this.#assignments[0] !== current) return
    if (resident > current.residentMb) this.endForMemory()
    else this.#options.budget?.note(this, resident)
  }

  #startDeadline({ deadlineMs }: Assignment): void {
    clearTimeout(this.#deadline)
    const ended = new ProcessEnded('deadline', `${Math.round(deadlineMs) / 1000} s`)
    this.#deadline = setTimeout(() => this.#stop(ended), deadlineMs * this.#patience)
  }

  #becomeSlow(): void {
    this.#slow = true
    this.#listeners.slow()
  }

  #stopClock(): void {
    clearTimeout(this.#deadline)
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  #stop(reason: ProcessEnded): void {
    this.#reason ??= reason
    this.kill()
  }

  /** An idle one does not hold its parent back from ending. */
  #holdParent(busy: boolean): void {
    const call = busy ? 'ref' : 'unref'
    this.#process[call]()
    this.#process.channel?.[call]()
    // A pipe's stream has these too, though its type does not say so.
    ;(this.#process.stderr as unknown as Socket | null)?.[call]()
  }

  #end(code: number | null, signal: NodeJS.Signals | null): void {
    this.#stopClock()
    this.#options.budget?.forget(this)
    const how = signal ?? `exit code ${code}`
    if (!this.#ready && !this.#killed) this.#listeners.end(new ProcessEnded('crash', `${how}. ${this.#stderr}`), true)
    // V8 ends itself so when its heap is full.
    else this.#listeners.end(this.#reason ?? new ProcessEnded(signal === 'SIGABRT' ? 'memory' : 'crash', how), false)
  }
}

/** It knows nothing of the secrets in its parent's environment. Compiled modules may come from the cache that its parent uses. */
function describeEnvironment(path: string | undefined): NodeJS.ProcessEnv {
  const compiled = process.env.NODE_COMPILE_CACHE
  return {
    NODE_ENV: 'production',
    ...(path !== undefined && { PATH: path }),
    ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }),
  }
}
