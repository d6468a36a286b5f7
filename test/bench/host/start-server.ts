import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export interface Server extends AsyncDisposable {
  url: string
  pid: number
  /** Of the processor, by it and its children so far. */
  cpuSeconds(): number
}

/** Starts a server on the first core alone, and waits until it answers. */
export async function startServer(
  command: string[],
  port: number,
  ready = `http://127.0.0.1:${port}/`,
): Promise<Server> {
  const child = spawn('taskset', ['-c', '0', ...command], { stdio: ['ignore', 'ignore', 'inherit'] })
  const failed = once(child, 'error').then(([error]) => Promise.reject(error))
  await Promise.race([waitFor(ready, child), failed])
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Processor time of a process and of its descendants, ended ones included. */
export function cpuSecondsOf(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    // After the name, which may contain anything: utime, stime, cutime and cstime, in hundredths, are fields 12 to 15.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
    return children.reduce((sum, child) => sum + cpuSecondsOf(Number(child)), own)
  } catch {
    // It has ended meanwhile, and its parent has its time.
    return 0
  }
}

async function waitFor(url: string, child: ChildProcess): Promise<void> {
  for (let left = 600; left > 0; left--) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode}.`)
    const answer = await fetch(url).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await wait(100)
  }
  throw new Error(`${url} did not answer within a minute.`)
}
