import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const script = fileURLToPath(new URL('./postgres', import.meta.url))

export interface OwnPostgres extends AsyncDisposable {
  url: string
  /** Cuts every connection without a word, and comes back with what was committed. */
  crashAndRestart(): Promise<void>
}

/** A server that no other suite uses, so that it may crash. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const [folder = '', port] = (await run(script, ['make'])).stdout.trim().split(' ')
  return {
    url: `postgres://bindery:bindery@127.0.0.1:${port}/bindery`,
    async crashAndRestart() {
      await run(script, ['crash', folder])
      await run(script, ['start', folder])
    },
    async [Symbol.asyncDispose]() {
      await run(script, ['erase', folder])
    },
  }
}
