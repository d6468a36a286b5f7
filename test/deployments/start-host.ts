import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const today = [resolve(import.meta.dirname, '../../packages/host/dist/main.js')]

// A busy machine is slow, but what takes so long never comes.
const patienceMs = 60_000

/** What `readyz` says, with its status. */
export interface Readiness {
  status: number
  ready: boolean
  version?: string
  copy?: 'fetched' | 'kept'
  problem?: { code: string; message: string }
}

/** The host as an operator runs it: a process with a configuration file, known by its log and its two addresses. */
export interface HostProcess extends AsyncDisposable {
  url: string
  pid: number
  /** Writes the configuration file as a whole; the host follows it. */
  configure(settings: object): Promise<void>
  /** The next message of the log that says so, beginning after the last one that was waited for. */
  heard(what: RegExp): Promise<string>
  readiness(): Promise<Readiness>
  stop(): Promise<void>
}

/** `folder` holds the configuration file and the data; ports are taken where they are free. */
export async function startHost(
  folder: string,
  settings: object,
  { env = {}, command = today }: { env?: Record<string, string>; command?: string[] } = {},
): Promise<HostProcess> {
  const file = join(folder, 'host.json')
  const configure = async (next: object) => {
    await writeFile(`${file}.next`, JSON.stringify(next))
    await rename(`${file}.next`, file)
  }
  await configure(settings)
  const listen = { BINDERY_LISTEN: '127.0.0.1:0', BINDERY_INTERNAL_LISTEN: '127.0.0.1:0', BINDERY_DRAIN_SECONDS: '0' }
  const child = spawn(process.execPath, [...command, '--config', file], {
    env: { PATH: process.env.PATH, ...listen, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const heard = createEar(child.stdout)
  const [url = '', internalUrl = ''] = (await heard(/^Listening/)).match(/http:\/\/[\d.:]+\d/g) ?? []
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return {
    url,
    pid: child.pid ?? 0,
    configure,
    heard,
    stop,
    async readiness() {
      const answer = await fetch(`${internalUrl}/readyz`)
      return { ...((await answer.json()) as Omit<Readiness, 'status'>), status: answer.status }
    },
    [Symbol.asyncDispose]: stop,
  }
}

/** Remembers what was said, so that nothing is missed which was said before somebody waited for it. */
function createEar(output: NodeJS.ReadableStream): HostProcess['heard'] {
  const messages: string[] = []
  const events = new EventEmitter()
  const lines = createInterface({ input: output })
  lines.on('line', (line) => {
    messages.push(JSON.parse(line).message)
    events.emit('more')
  })
  lines.on('close', () => events.emit('error', new Error(`The host has ended. It said last: ${messages.at(-1)}`)))
  events.on('error', () => {})
  return async (what) => {
    const signal = AbortSignal.timeout(patienceMs)
    for (;;) {
      while (messages.length > 0) {
        const message = messages.shift() ?? ''
        if (what.test(message)) return message
      }
      await once(events, 'more', { signal })
    }
  }
}
