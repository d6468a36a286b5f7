import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const command = resolve(import.meta.dirname, '../../packages/cli/dist/main.js')

/** A built site as the host serves it, with a slash at the end of its address. */
export async function serveAsHost(folder: string): Promise<{ url: string } & AsyncDisposable> {
  const child = spawn(process.execPath, [command, 'serve', folder, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const url = /http:\/\/\S+/.exec(String(line))?.[0] ?? ''
  return {
    url: url.replace(/\/*$/, '/'),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
