import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { measurePauses } from './watch-pauses.ts'

const command = resolve(import.meta.dirname, '../../../packages/cli/dist/main.js')

export interface Host extends AsyncDisposable {
  pid: number
  url: string
}

/** Serves an archive as the host does, by the command that anybody has. */
export async function startHost(archive: string, pauseFolder: string): Promise<Host> {
  const child = spawn(process.execPath, [command, 'serve', archive, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...measurePauses(pauseFolder) },
  })
  const [line] = await once(child.stdout, 'data')
  const [url] = /http:\/\/[\d.]+:\d+/.exec(String(line)) ?? []
  if (url === undefined || child.pid === undefined) throw new Error(`The host did not start: ${line}`)
  return {
    pid: child.pid,
    url,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
