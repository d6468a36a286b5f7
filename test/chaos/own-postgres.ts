import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const script = fileURLToPath(new URL('./postgres', import.meta.url))

export interface OwnPostgres extends AsyncDisposable {
  url: string
  /** As if its power were cut. */
  crash(): Promise<void>
  /** Cuts every connection without a word, and comes back with what was committed. */
  crashAndRestart(): Promise<void>
}

export interface StandbyPostgres extends OwnPostgres {
  /** From now on it takes writes. */
  promote(): Promise<void>
}

/** A server that no other suite uses, so that it may crash. */
export async function startOwnPostgres(): Promise<OwnPostgres & { startStandby(): Promise<StandbyPostgres> }> {
  const primary = await start(['make'])
  return {
    ...primary,
    async startStandby() {
      const standby = await start(['standby', primary.folder])
      return { ...standby, promote: async () => void (await run(script, ['promote', standby.folder])) }
    },
  }
}

async function start(args: string[]): Promise<OwnPostgres & { folder: string }> {
  const [folder = '', port] = (await run(script, args)).stdout.trim().split('\n').at(-1)?.split(' ') ?? []
  return {
    folder,
    url: `postgres://bindery:bindery@127.0.0.1:${port}/bindery`,
    crash: async () => void (await run(script, ['crash', folder])),
    async crashAndRestart() {
      await run(script, ['crash', folder])
      await run(script, ['start', folder])
    },
    async [Symbol.asyncDispose]() {
      await run(script, ['erase', folder])
    },
  }
}
