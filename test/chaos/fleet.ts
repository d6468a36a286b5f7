import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Service, ServiceProcess } from '../../deploy/local/start-service.ts'

export interface Worker extends ServiceProcess {
  executorId: string
  /** Settings that its replacement gets, too. */
  own: Record<string, string> | undefined
}

/** The workers of a service and what may befall them. A lost one is replaced at once, as a supervisor does. */
export class Fleet {
  readonly workers: Worker[] = []
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
  }

  async grow(own?: Record<string, string>): Promise<Worker> {
    const started = await this.#service.startProcess('worker', own)
    const worker = { ...started, executorId: await readExecutorId(started.logFile), own }
    this.workers.push(worker)
    return worker
  }

  pick(): Worker {
    const worker = this.workers[Math.floor(Math.random() * this.workers.length)]
    if (!worker) throw new Error('No worker is left to pick.')
    return worker
  }

  /** Replaces workers that end, until the signal: without its database a worker ends again and again. */
  async keepUp(signal: AbortSignal): Promise<void> {
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    const posts = this.workers.map(async (first) => {
      for (let worker: Worker | undefined = first; worker; ) {
        await Promise.race([hasEnded(worker.child), stopped])
        if (signal.aborted) return
        this.workers.splice(this.workers.indexOf(worker), 1)
        worker = await this.#growAtLast(signal)
      }
    })
    await Promise.all(posts)
  }

  async #growAtLast(signal: AbortSignal): Promise<Worker | undefined> {
    while (!signal.aborted) {
      const worker = await this.grow().catch(() => undefined)
      if (worker) return worker
      await delay(200)
    }
    return undefined
  }

  /** `kill -9`: no handler runs, nothing is flushed. */
  async kill(worker: Worker): Promise<void> {
    this.workers.splice(this.workers.indexOf(worker), 1)
    worker.child.kill('SIGCONT')
    worker.child.kill('SIGKILL')
    await hasEnded(worker.child)
  }

  /** Ended by itself, as a worker must that has lost its lock. */
  async waitForEnd(worker: Worker): Promise<void> {
    this.workers.splice(this.workers.indexOf(worker), 1)
    await hasEnded(worker.child)
  }
}

/** Its exit code, or null when a signal ended it. */
export async function hasEnded(child: ServiceProcess['child']): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** The log is written in lots, so the line may come a moment after the worker says that it is ready. */
async function readExecutorId(logFile: string): Promise<string> {
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline) {
    const [, id] = /"executor":"([0-9a-f-]+)"/.exec(readFileSync(logFile, 'utf8')) ?? []
    if (id) return id
    await delay(20)
  }
  throw new Error(`The worker's log names no executor: ${logFile}`)
}
