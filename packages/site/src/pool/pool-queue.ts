import type { RenderedPage } from '../page-facts.ts'
import type { RenderRequest } from './messages.ts'
import { type ChildLimits, type Death, RenderChild } from './render-child.ts'

interface Job {
  request: RenderRequest
  signal: AbortSignal
  deaths: number
  resolve(rendered: RenderedPage): void
  reject(reason: unknown): void
}

// One page being rendered and three at hand, so that a child never waits for its parent.
const pagesAhead = 4
// A page that ends two children, the second time alone in a fresh one, is the cause.
const deathsToFail = 2

/** Shares jobs out among the children and gives back what a dead one left undone. */
export class PoolQueue {
  readonly #processes: number
  readonly #limits: ChildLimits
  readonly #children = new Set<RenderChild>()
  readonly #jobs = new Map<number, Job>()
  readonly #suspects: Job[] = []
  #waiting: Job[] = []
  #lastId = 0
  #closing: (() => void) | undefined

  constructor(processes: number, limits: ChildLimits) {
    this.#processes = processes
    this.#limits = limits
  }

  add(page: Omit<RenderRequest, 'id'>, signal: AbortSignal): Promise<RenderedPage> {
    return new Promise((resolve, reject) => {
      if (signal.aborted || this.#closing) return reject(signal.reason ?? new Error('The render pool is closed.'))
      const job: Job = { request: { id: ++this.#lastId, ...page }, signal, deaths: 0, resolve, reject }
      this.#waiting.push(job)
      this.#dispatch()
    })
  }

  /** Called once for a task that ends: a listener for each of its pages would make a site of 100,000 quadratic. */
  abandon(signal: AbortSignal): void {
    const jobs = [...this.#waiting, ...this.#suspects, ...this.#jobs.values()]
    for (const job of jobs) if (job.signal === signal) job.reject(signal.reason)
  }

  rest(): void {
    for (const child of this.#children) if (child.load === 0) child.retire()
  }

  /** Ends every child and waits until they are gone. */
  async close(): Promise<void> {
    if (this.#children.size === 0) return
    await new Promise<void>((resolve) => {
      this.#closing = resolve
      for (const child of this.#children) child.kill()
    })
  }

  #dispatch(): void {
    if (this.#closing) return
    while (this.#suspects.length > 0 && this.#children.size < this.#processes) {
      this.#give(this.#spawn(1), this.#suspects.shift() as Job)
    }
    this.#waiting = this.#waiting.filter(({ signal }) => !signal.aborted)
    while (this.#waiting.length > 0) {
      const child = this.#freest()
      if (!child) return
      this.#give(child, this.#waiting.shift() as Job)
    }
  }

  /** The child with the least to do; a new one rather than a second page for a busy one. */
  #freest(): RenderChild | undefined {
    let freest: RenderChild | undefined
    for (const child of this.#children) {
      if (child.room > 0 && child.load < (freest?.load ?? Number.POSITIVE_INFINITY)) freest = child
    }
    if (freest?.load === 0 || this.#children.size >= this.#processes) return freest
    return this.#spawn(pagesAhead)
  }

  #spawn(capacity: number): RenderChild {
    const child = new RenderChild(this.#limits, capacity, {
      reply: (reply) => {
        child.capacity = pagesAhead
        for (const job of this.#take(reply.id)) {
          if ('error' in reply) job.reject(new Error(reply.error))
          else job.resolve(reply.rendered)
        }
        if (child.isSpent && child.load === 0) child.retire()
        this.#dispatch()
      },
      death: (death) => {
        this.#children.delete(child)
        this.#bury(death)
        if (this.#closing && this.#children.size === 0) this.#closing()
      },
    })
    this.#children.add(child)
    return child
  }

  #give(child: RenderChild, job: Job): void {
    this.#jobs.set(job.request.id, job)
    child.send(job.request)
  }

  #bury({ culprit, waiting, reason, stillborn }: Death): void {
    if (stillborn) this.#giveUp(reason)
    this.#waiting.unshift(...waiting.flatMap(({ id }) => this.#take(id)))
    for (const job of culprit ? this.#take(culprit.id) : []) {
      job.deaths += 1
      if (job.deaths < deathsToFail) this.#suspects.push(job)
      // Another child, which has the plan at hand, writes down what is known of the page.
      else this.#waiting.unshift({ ...job, request: { ...job.request, verdict: reason } })
    }
    this.#dispatch()
  }

  /** If one child cannot start none will: every job is told, and nothing is tried for ever. */
  #giveUp(reason: string): void {
    const jobs = [...this.#waiting, ...this.#suspects, ...this.#jobs.values()]
    this.#waiting = []
    this.#suspects.length = 0
    this.#jobs.clear()
    for (const job of jobs) job.reject(new Error(reason))
  }

  #take(id: number): Job[] {
    const job = this.#jobs.get(id)
    this.#jobs.delete(id)
    return job ? [job] : []
  }
}
