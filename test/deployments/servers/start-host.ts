import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Mount, Server } from './server.ts'
import { askAt, type Placed } from './take-ports.ts'

const command = resolve(import.meta.dirname, '../../../packages/cli/dist/main.js')

/** The host, by the command that anybody has. What it answers is right. */
export async function startHost(mounts: Mount[]): Promise<Server> {
  await using children = new AsyncDisposableStack()
  const placed: Placed[] = []
  for (const mount of mounts) {
    const args = [command, 'serve', mount.folder, '--port', '0', ...(mount.base === '' ? [] : ['--base', mount.base])]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    children.defer(async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    })
    const [line] = await once(child.stdout, 'data')
    placed.push({ ...mount, port: Number(/http:\/\/[\d.]+:(\d+)/.exec(String(line))?.[1]) })
  }
  const all = children.move()
  return { name: 'host', ask: askAt(placed), [Symbol.asyncDispose]: () => all.disposeAsync() }
}
