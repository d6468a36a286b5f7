import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { lockOf } from '../../src/engine/hold-liveness.ts'

const entry = fileURLToPath(new URL('./counting-worker.ts', import.meta.url))

// What takes so long never comes, on a slow machine too.
const longestMs = 60_000

export interface CountingWorker {
  process: ChildProcess
  said: string[]
  /** The moment at which the worker says the line; also when it did already. */
  hear(line: string | RegExp): Promise<string>
  exited: Promise<number | null>
}

export function startCountingWorker(environment: Record<string, string>): CountingWorker {
  const worker = spawn(process.execPath, [entry], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  const listeners = new Set<(line: string) => void>()
  createInterface({ input: worker.stdout }).on('line', (line) => {
    said.push(line)
    for (const listener of listeners) listener(line)
  })
  const matches = (wanted: string | RegExp, line: string) =>
    typeof wanted === 'string' ? wanted === line : wanted.test(line)
  return {
    process: worker,
    said,
    hear(wanted) {
      return new Promise((resolve, reject) => {
        const giveUp = () => reject(new Error(`A worker never said "${wanted}". It said: ${said.join(', ')}`))
        const timer = setTimeout(giveUp, longestMs)
        const listener = (line: string) => {
          if (!matches(wanted, line)) return
          clearTimeout(timer)
          listeners.delete(listener)
          resolve(line)
        }
        listeners.add(listener)
        const already = said.find((line) => matches(wanted, line))
        if (already !== undefined) listener(already)
      })
    },
    exited: once(worker, 'exit').then(([code]) => code),
  }
}

/** Ends the connection that holds the lock of a worker, as Postgres does when the machine of the worker is unreachable. */
export async function endLiveness(pool: pg.Pool, executorId: string): Promise<void> {
  const text = `
    select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and application_name = 'bindery-liveness'
      and (classid::bigint << 32 | objid::bigint) = ${lockOf('$1')}`
  await pool.query(text, [executorId])
}
