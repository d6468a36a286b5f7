import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { limits } from '../../limits.ts'
import { Refusal } from '../../tree/tree.ts'
import type { SearchMessage } from './search-child.ts'
import type { SearchOrder } from './search-files.ts'

const script = new URL(import.meta.url.endsWith('.ts') ? './search-child.ts' : './search-child.js', import.meta.url)

type Found = Extract<SearchMessage, { found: unknown }>['found']

/**
 * Searches in a process of its own, which is killed when it takes too long: some patterns take for ever on some lines,
 * and some take more memory to be compiled than a thread could ask for without ending the whole process. A plain text is
 * looked for there too: a large repository would keep this process from everything else.
 */
export async function searchApart(order: SearchOrder, signal: AbortSignal): Promise<Found> {
  signal.throwIfAborted()
  const child = fork(fileURLToPath(script), [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${limits.searchMemoryMb}`],
    // It knows nothing of the secrets in its parent's environment.
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<Found>()
  const giveUp = () => reject(signal.reason)
  // On a busy machine a process may take seconds to begin, and that is not the pattern's fault.
  let timer = setTimeout(() => reject(tooLong), limits.startMs)
  child.on('message', (message: SearchMessage) => {
    clearTimeout(timer)
    if (message === 'begun') timer = setTimeout(() => reject(tooLong), limits.searchMs)
    else if ('found' in message) resolve(message.found)
    else reject(new Refusal(message.refused))
  })
  child.once('error', reject)
  child.once('exit', () => reject(tooMuch))
  signal.addEventListener('abort', giveUp)
  try {
    child.send(order, (error) => error && reject(tooMuch))
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
    child.kill('SIGKILL')
  }
}

const tooLong = new Refusal(
  `The search took longer than ${limits.searchMs} ms: use a plainer pattern, or name a folder.`,
)
const tooMuch = new Refusal('The search took more memory than it may: use a plainer pattern, or name a folder.')
