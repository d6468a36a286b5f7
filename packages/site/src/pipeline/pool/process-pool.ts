import { reviveError } from './messages.ts'
import { PoolProcess, type ProcessOptions } from './pool-process.ts'
import type { ProcessEnded } from './process-ended.ts'

export interface PoolOptions extends ProcessOptions {
  processes: number
  /** How many tasks a process holds at once, so that it never waits for its parent. */
  ahead: number
  /** How many tasks one process does before another takes its place. */
  tasksOfProcess: number
}

export interface PoolTask {
  name: string
  input: unknown
  /** Whose it is. Groups take turns, and one whose tasks are slow leaves the processes to the others. */
  group: string
  /** Lower goes first. */
  rank?: number | undefined
  deadlineMs: number
  residentMb: number
  /** In a process that has done nothing before. */
  alone?: boolean | undefined
  /** Hears that a process has the task. */
  onBegin?: (() => void) | undefined
  /** Answers what the task asks of its parent. */
  ask?: ((name: string, value: unknown) => Promise<unknown>) | undefined
  signal: AbortSignal
}

interface Job {
  id: number
  task: PoolTask
  resolve(result: unknown): void
  reject(reason: unknown): void
}

// Processes beside those that the pool has, for tasks that were set aside: four groups of which each has filled the
// pool with tasks that never end leave it to a fifth.
const asideTimes = 4

/**
 * Shares tasks out among processes. When one ends at a task, the task is rejected with `ProcessEnded`, and what waited
 * behind it in the same process goes to another.
 */
export class ProcessPool {
  readonly #options: PoolOptions
  readonly #processes = new Set<PoolProcess>()
  /** Those of a group whose task took too long to let others wait for it. They are no longer counted. */
  readonly #aside = new Map<PoolProcess, string>()
  readonly #running = new Map<number, Job>()
  readonly #waiting = new Map<string, Job[]>()
  /** When each group that has something here last had its turn. */
  readonly #turns = new Map<string, number>()
  #lastId = 0
  #lastTurn = 0
  #closing: (() => void) | undefined

  constructor(options: PoolOptions) {
    this.#options = options
  }

  run(task: PoolTask): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { signal } = task
      if (signal.aborted || this.#closing) return reject(signal.reason ?? new Error('The pool is closed.'))
      this.#queue({ id: ++this.#lastId, task, resolve, reject }, task.alone ? 'first' : 'last')
      this.#dispatch()
    })
  }

  /** Called once for all tasks of a signal: a listener for each page would make a site of 100,000 quadratic. */
  abandon(signal: AbortSignal): void {
    for (const job of this.#running.values()) if (job.task.signal === signal) job.reject(signal.reason)
    for (const [group, jobs] of this.#waiting) {
      const [gone, left] = [jobs.filter(isAborted), jobs.filter((job) => !isAborted(job))]
      for (const job of gone) job.reject(job.task.signal.reason)
      this.#setWaiting(group, left)
    }
    for (const process of this.#processes) this.#endAbandoned(process)
  }

  /** Ends the processes that have nothing to do, for what they hold of a large site; the next task starts new ones. */
  rest(): void {
    for (const process of this.#processes) if (process.load === 0) process.retire()
  }

  /** Ends every process and waits until they are gone. */
  async close(): Promise<void> {
    if (this.#processes.size === 0) return
    await new Promise<void>((resolve) => {
      this.#closing = resolve
      for (const process of this.#processes) process.kill()
    })
  }

  #dispatch(): void {
    if (this.#closing) return
    for (let given = true; given; ) given = this.#giveNext()
  }

  /** The first whose turn it is and for whom there is a process; false when there is none. */
  #giveNext(): boolean {
    for (const group of [...this.#waiting.keys()].sort((a, b) => this.#compare(a, b))) {
      const [job] = this.#waiting.get(group) ?? []
      const process = job && this.#findProcess(job)
      if (!process) continue
      this.#setWaiting(group, this.#waiting.get(group)?.filter((other) => other !== job) ?? [])
      this.#give(process, job)
      return true
    }
    return false
  }

  /** Nothing set aside, then a lower rank, then the least under way, then a turn that is longest ago. */
  #compare(a: string, b: string): number {
    return (
      Number(this.#countAside(a) > 0) - Number(this.#countAside(b) > 0) ||
      rankOf(this.#waiting.get(a)?.[0]) - rankOf(this.#waiting.get(b)?.[0]) ||
      this.#countRunning(a) - this.#countRunning(b) ||
      (this.#turns.get(a) ?? 0) - (this.#turns.get(b) ?? 0)
    )
  }

  #findProcess({ task }: Job): PoolProcess | undefined {
    const { group, alone } = task
    const aside = this.#countAside(group)
    // What was set aside counts for its own group: else it would fill the places that it has left.
    if (aside > 0 && this.#countRunning(group) >= this.#options.processes) return undefined
    if (alone && this.#mayStartAside) return this.#startAside(group)
    const freest = this.#findFreest(group)
    if (freest && !alone && (freest.load === 0 || isStartingFor(freest, group))) return freest
    if (this.#makePlace(group)) return this.#start(alone ? 1 : this.#options.ahead)
    if (alone) this.#emptyPlace(freest)
    return alone || aside > 0 ? undefined : freest
  }

  get #hasPlace(): boolean {
    return this.#processes.size - this.#aside.size < this.#options.processes
  }

  get #mayStartAside(): boolean {
    return this.#aside.size < this.#options.processes * asideTimes
  }

  /** What has ended a process takes no place of others, nor the time that they could use, when it is tried again. */
  #startAside(group: string): PoolProcess {
    const process = this.#start(1)
    process.leave()
    process.setAside()
    this.#aside.set(process, group)
    return process
  }

  /** For a task that needs a process of its own. */
  #emptyPlace(freest: PoolProcess | undefined): void {
    for (const process of this.#processes) if (process.isLeaving && !this.#aside.has(process)) return
    if (freest?.load === 0) freest.retire()
    else freest?.leave()
  }

  /** Of several the one whose last task was of the same group: it may still hold what this one needs. */
  #findFreest(group: string): PoolProcess | undefined {
    const score = (process: PoolProcess) => 2 * process.load + Number(process.lastGroup !== group)
    let freest: PoolProcess | undefined
    for (const process of this.#processes) {
      if (process.room > 0 && (!freest || score(process) < score(freest))) freest = process
    }
    return freest
  }

  /** Whether one more process may start; a slow one of another group is set aside for it. */
  #makePlace(group: string): boolean {
    if (this.#hasPlace) return true
    if (!this.#mayStartAside) return false
    for (const process of this.#processes) {
      const owner = this.#ownerOf(process)
      if (!process.isSlow || this.#aside.has(process) || owner === undefined || owner === group) continue
      this.#giveBack(process.withdraw())
      this.#aside.set(process, owner)
      process.setAside()
      return true
    }
    return false
  }

  #start(capacity: number): PoolProcess {
    const { ahead, tasksOfProcess } = this.#options
    const process = new PoolProcess(this.#options, capacity, {
      done: (outcome) => {
        process.capacity = ahead
        if (process.begun >= tasksOfProcess) process.leave()
        const job = this.#take(outcome.id)
        if ('error' in outcome) job?.reject(reviveError(outcome.error))
        else job?.resolve(outcome.result)
        if (process.isLeaving && process.load === 0) process.retire()
        this.#dispatch()
      },
      slow: () => {
        this.#endAbandoned(process)
        if (this.#holdsUpOthers(process) || (this.#hasPlace && process.load > 1)) this.#giveBack(process.withdraw())
        this.#dispatch()
      },
      end: (ended, stillborn) => {
        this.#processes.delete(process)
        this.#aside.delete(process)
        this.#bury(process, ended, stillborn)
        if (this.#closing && this.#processes.size === 0) this.#closing()
      },
    })
    this.#processes.add(process)
    return process
  }

  #give(process: PoolProcess, job: Job): void {
    this.#running.set(job.id, job)
    this.#turns.set(job.task.group, ++this.#lastTurn)
    const { name, input, group, deadlineMs, residentMb, ask, onBegin } = job.task
    onBegin?.()
    process.give({ request: { id: job.id, name, input, group }, deadlineMs, residentMb, ask })
  }

  #bury(process: PoolProcess, ended: ProcessEnded, stillborn: boolean): void {
    // If one cannot start none will: every job hears of it, and nothing is tried for ever.
    if (stillborn) this.#giveUp(new Error(`A process could not start (${ended.detail})`))
    this.#giveBack(process.withdraw())
    // One that this pool has ended because it closes says nothing about its task.
    const reason = this.#closing ? new Error('The pool is closed.') : ended
    if (process.current !== undefined) this.#take(process.current)?.reject(reason)
    this.#dispatch()
  }

  #giveUp(reason: Error): void {
    const jobs = [...this.#waiting.values(), [...this.#running.values()]].flat()
    this.#waiting.clear()
    this.#running.clear()
    for (const job of jobs) job.reject(reason)
  }

  /** To the front, in their order. */
  #giveBack(ids: number[]): void {
    for (const id of ids.reverse()) {
      const job = this.#take(id)
      if (job) this.#queue(job, 'first')
    }
  }

  /** What nobody waits for any more is not worth a process: at once where it may write, else when it is slow. */
  #endAbandoned(process: PoolProcess): void {
    const job = process.current === undefined ? undefined : this.#running.get(process.current)
    if (job && isAborted(job) && (process.isSlow || this.#options.ahead === 1)) process.kill()
  }

  /** Behind those of its rank, or before them. */
  #queue(job: Job, place: 'first' | 'last'): void {
    const others = this.#waiting.get(job.task.group) ?? []
    const goesBefore = (other: Job) =>
      rankOf(other) < rankOf(job) || (place === 'last' && rankOf(other) === rankOf(job))
    const at = others.findLastIndex(goesBefore) + 1
    this.#setWaiting(job.task.group, others.toSpliced(at, 0, job))
  }

  #setWaiting(group: string, jobs: Job[]): void {
    if (jobs.length > 0) this.#waiting.set(group, jobs)
    else this.#waiting.delete(group)
  }

  /** Whether something of another group waits in it, behind what it is at. */
  #holdsUpOthers(process: PoolProcess): boolean {
    const owner = this.#ownerOf(process)
    return process.next.some((id) => this.#running.get(id)?.task.group !== owner)
  }

  #take(id: number): Job | undefined {
    const job = this.#running.get(id)
    this.#running.delete(id)
    const group = job?.task.group ?? ''
    if (!this.#waiting.has(group) && this.#countRunning(group) === 0) this.#turns.delete(group)
    return job
  }

  #ownerOf({ current }: PoolProcess): string | undefined {
    return current === undefined ? undefined : this.#running.get(current)?.task.group
  }

  #countAside(group: string): number {
    return [...this.#aside.values()].filter((owner) => owner === group).length
  }

  #countRunning(group: string): number {
    return [...this.#running.values()].filter((job) => job.task.group === group).length
  }
}

function rankOf(job: Job | undefined): number {
  return job?.task.rank ?? 0
}

/** A few pages are rendered in less time than one more process takes to start. */
function isStartingFor(process: PoolProcess, group: string): boolean {
  return !process.isReady && process.lastGroup === group
}

function isAborted({ task }: Job): boolean {
  return task.signal.aborted
}
