import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { ExportBench } from './export-bench.ts'

/** Worker processes by their ids. One that is killed is replaced by one with an empty cache. */
export class WorkerPair {
  readonly #bench: ExportBench
  readonly #hosts: string
  readonly #workers = new Map<string, ChildProcess>()
  /** The next one starts when the one before has written its row, by which its id is known. */
  #starting: Promise<void> = Promise.resolve()

  constructor(bench: ExportBench, hosts: readonly string[]) {
    this.#bench = bench
    this.#hosts = hosts.join(',')
  }

  start(): Promise<void> {
    this.#starting = this.#starting.then(async () => {
      const before = await this.#listIds()
      const worker = await this.#bench.startWorkerProcess({ GIT_HOST: this.#hosts })
      const id = (await this.#listIds()).find((one) => !before.includes(one))
      if (id !== undefined) this.#workers.set(id, worker)
    })
    return this.#starting
  }

  async kill(id: string): Promise<void> {
    const worker = this.#workers.get(id)
    if (!worker) return
    this.#workers.delete(id)
    const ended = once(worker, 'exit')
    worker.kill('SIGKILL')
    await ended
    await this.start()
  }

  async stop(): Promise<void> {
    const workers = [...this.#workers.values()]
    const ended = workers.map((worker) => once(worker, 'exit'))
    for (const worker of workers) worker.kill('SIGKILL')
    await Promise.all(ended)
  }

  async #listIds(): Promise<string[]> {
    return (await this.#bench.database.pool.query('select id from worker')).rows.map(({ id }) => id)
  }
}
