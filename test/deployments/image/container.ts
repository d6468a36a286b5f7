import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

type Environment = Record<string, string>
type Launched = ChildProcessByStdio<null, Readable, Readable>

export interface Container {
  /** A role that ends by itself: what it printed, or an error with what it said. */
  run(args: string[], env?: Environment): Promise<string>
  /** A role that stays: the first line that it prints of those that match. */
  start(args: string[], env: Environment, ready: RegExp): Promise<Role>
}

export interface Role extends AsyncDisposable {
  line: string
  /** Asks it to end as a supervisor would, and says with which code it did. */
  stop(): Promise<number | null>
}

/**
 * What an engine does with the image, by bubblewrap: a root that nobody can write to, folders for what must be kept, and
 * the number of a user that the machine does not know. `/exchange` is the test's own. The network is the machine's.
 */
export async function openContainer(app: string, room: string): Promise<Container> {
  const folders = { '/var/cache/bindery': 'cache', '/var/lib/bindery': 'data', '/exchange': 'exchange' }
  for (const folder of Object.values(folders)) await mkdir(join(room, folder))
  await own(Object.values(folders).map((folder) => join(room, folder)))
  const binds = Object.entries(folders).flatMap(([inside, folder]) => ['--bind', join(room, folder), inside])
  const place = [...system, '--ro-bind', app, '/app', ...binds, '--remount-ro', '/', ...user]
  const launch = (args: string[], env: Environment) =>
    spawn('bwrap', [...place, ...args], {
      env: { ...image, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    }) as Launched
  return {
    async run(args, env = {}) {
      const child = launch(args, env)
      const [out, said, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
      if (code === 0) return out
      throw new Error(`${args.join(' ')} ended with ${code}: ${said}${out}`)
    },
    start: async (args, env, ready) => follow(launch(args, env), ready),
  }
}

const system = [
  ...['--ro-bind', '/usr', '/usr', '--symlink', 'usr/bin', '/bin', '--symlink', 'usr/lib', '/lib'],
  ...['--symlink', 'usr/lib64', '/lib64', '--ro-bind', '/etc', '/etc', '--proc', '/proc', '--dev', '/dev'],
  ...['--ro-bind', dirname(process.execPath), '/node', '--perms', '1777', '--tmpfs', '/tmp'],
  // As install-system does it; /usr is the machine's here.
  ...['--dir', '/commands', '--symlink', '/app/entrypoint', '/commands/bindery-server'],
  // Made by the way, as parents of a mount, they would be root's alone.
  ...['--dir', '/var', '--dir', '/var/cache', '--dir', '/var/lib'],
]
const user = [
  ...['--chdir', '/app', '--die-with-parent', '--info-fd', '3', '--'],
  ...['setpriv', '--reuid=10001', '--regid=10001', '--clear-groups', '--no-new-privs', 'bindery-server'],
]
/** As the Dockerfile sets it. */
const image = {
  PATH: '/node:/commands:/usr/bin:/bin',
  NODE_ENV: 'production',
  HOME: '/tmp',
  BINDERY_WORKER_CACHE_FOLDER: '/var/cache/bindery',
  BINDERY_DATA_FOLDER: '/var/lib/bindery',
}

async function own(folders: string[]): Promise<void> {
  const child = spawn('chown', ['10001:10001', ...folders], { stdio: 'inherit' })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('The folders cannot be given to another user. Run this as root.')
}

async function follow(child: Launched, ready: RegExp): Promise<Role> {
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const said: string[] = []
  const lines = createInterface({ input: child.stdout })
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
  // Not bubblewrap's own process, which would not hand a signal on.
  const info = JSON.parse(await text(child.stdio[3] as Readable)) as { 'child-pid': number }
  const line = await new Promise<string>((resolve, reject) => {
    lines.on('line', (one) => {
      said.push(one)
      if (ready.test(one)) resolve(one)
    })
    ended.then((code) => reject(new Error(`It ended with ${code} before it was ready: ${said.join('\n')}`)))
  })
  const stop = async () => {
    if (child.exitCode === null) process.kill(info['child-pid'], 'SIGTERM')
    return ended
  }
  return {
    line,
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
    },
  }
}
