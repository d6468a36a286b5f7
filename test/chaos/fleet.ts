import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Service, ServiceProcess } from '../../deploy/local/start-service.ts'

export interface Worker extends ServiceProcess {
  executorId: string
}

/** The workers of a service and what may befall them. A lost one is replaced at once, as a supervisor does. */
export class Fleet {
  readonly workers: Worker[] = []
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
  }

  async grow(): Promise<Worker> {
    const started = await this.#service.startProcess('worker')
    const worker = { ...started, executorId: await readExecutorId(started.logFile) }
    this.workers.push(worker)
    return worker
  }

  pick(): Worker {
    const worker = this.workers[Math.floor(Math.random() * this.workers.length)]
    if (!worker) throw new Error('No worker is left to pick.')
    return worker
  }

  /** `kill -9`: no handler runs, nothing is flushed. */
  async kill(worker: Worker): Promise<void> {
    this.workers.splice(this.workers.indexOf(worker), 1)
    const gone = new Promise((resolve) => worker.child.once('exit', resolve))
    worker.child.kill('SIGCONT')
    worker.child.kill('SIGKILL')
    await gone
  }

  /** Ended by itself, as a worker must that has lost its lock. */
  async waitForEnd(worker: Worker): Promise<void> {
    this.workers.splice(this.workers.indexOf(worker), 1)
    if (worker.child.exitCode !== null || worker.child.signalCode !== null) return
    await new Promise((resolve) => worker.child.once('exit', resolve))
  }
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
