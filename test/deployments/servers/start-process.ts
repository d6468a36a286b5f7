import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

// A busy machine is slow, but what takes so long never comes.
const patienceMs = 60_000

/** Starts a server in the foreground and waits until it takes connections on all its ports. */
export async function startProcess(command: string[], ports: number[], env: NodeJS.ProcessEnv = {}) {
  const [program = '', ...args] = command
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text) => {
    said = `${said}${text}`.slice(-4000)
  })
  let fault: Error | undefined
  const ended = once(child, 'exit').catch((error) => {
    fault = new Error(`${program} is missing. Run: deploy/local/install --tests`, { cause: error })
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const deadline = performance.now() + patienceMs
  for (const port of ports) {
    while (!(await isOpen(port))) {
      if (fault) throw fault
      if (child.exitCode === null && performance.now() < deadline) await wait(50)
      else {
        await stop()
        throw new Error(`${command.join(' ')} takes no connections. It said: ${said}`)
      }
    }
  }
  return { [Symbol.asyncDispose]: stop }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
