import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface Server extends AsyncDisposable {
  url: string
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
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
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
