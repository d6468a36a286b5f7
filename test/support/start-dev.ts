import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const command = resolve(import.meta.dirname, '../../packages/cli/dist/main.js')

/** `bindery dev` on a folder, as an author starts it; interrupted at the end. */
export async function startDev(root: string): Promise<{ url: string } & AsyncDisposable> {
  const child = spawn(process.execPath, [command, 'dev', root, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/[\d.:]+/.exec(line)?.[0]
    if (url === undefined) continue
    child.stdout.resume()
    return {
      url,
      async [Symbol.asyncDispose]() {
        child.kill('SIGINT')
        await ended
      },
    }
  }
  throw new Error('bindery dev ended without saying where it listens.')
}
