import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { CommandEnded, CommandSent } from './admin-child.ts'

const child = fileURLToPath(new URL('admin-child.ts', import.meta.url))

/** Runs a command of `bindery-server` and gives what it printed. */
export type RunCommand = (args: string[], input?: string) => Promise<string>

/** One process for all commands of a suite: starting one takes half a second of a core, a command some milliseconds. */
export async function openAdminSession(env: Record<string, string>): Promise<{ run: RunCommand; close(): void }> {
  const session = fork(child, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(session, 'message')
  const pending = new Map<number, (ended: CommandEnded) => void>()
  const rest = () => {
    session.unref()
    session.channel?.unref()
  }
  session.on('message', (ended: CommandEnded) => pending.get(ended.id)?.(ended))
  session.on('exit', (code) => {
    for (const [id, end] of pending) end({ id, stdout: '', stderr: `error: the process ended with ${code}` })
  })
  rest()
  let last = 0
  return {
    async run(args, input = '') {
      const sent: CommandSent = { id: ++last, args, input }
      // The suite may end while no command runs.
      session.ref()
      session.channel?.ref()
      const ended = await new Promise<CommandEnded>((resolve, reject) => {
        pending.set(sent.id, resolve)
        session.send(sent, (error) => error && reject(error))
      })
      pending.delete(sent.id)
      if (pending.size === 0) rest()
      const { stderr, stdout } = ended
      if (stderr !== undefined) throw Object.assign(new Error(`${args.join(' ')}: ${stderr}`), { stderr })
      return stdout
    },
    close: () => void (session.connected && session.disconnect()),
  }
}
