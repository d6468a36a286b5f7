import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { limits } from '../limits.ts'
import { Refusal } from '../tree/tree.ts'
import { type SearchOrder, type SearchResult, searchFiles } from './search-files.ts'
import { outcome, type Tool } from './tool.ts'

const input = z.strictObject({
  text: z.string().min(1).max(500),
  isPattern: z.boolean().optional(),
  ignoreCase: z.boolean().optional(),
  folder: z.string().optional(),
})

export const search: Tool<z.infer<typeof input>> = {
  name: 'search',
  input,
  async run({ text, isPattern = false, ignoreCase = false, folder = '' }, { tree }, signal) {
    const pattern = isPattern ? checkPattern(text) : text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    const { paths, isCut } = await tree.list(folder)
    const order = { root: tree.root, paths, pattern, flags: ignoreCase ? 'i' : '' }
    const found = await (isPattern ? searchInThread(order, signal) : searchFiles(order))
    const notes = [
      found.isFull && `[more matches than ${limits.searchMatches}: search for something rarer, or in one folder]`,
      found.isTooMuch && '[there was too much to search: name a folder]',
      isCut && `[only the first ${limits.walkedFiles} files were searched]`,
    ]
    const lines = found.matches.length > 0 ? found.matches : ['Nothing matches.']
    return outcome([...lines, ...notes.filter(Boolean)].join('\n'))
  },
}

function checkPattern(pattern: string): string {
  try {
    return new RegExp(pattern).source
  } catch (error) {
    throw new Refusal(`The pattern is not valid: ${error instanceof Error ? error.message : error}`)
  }
}

const thread = import.meta.url.endsWith('.ts')
  ? new URL('./search-thread.ts', import.meta.url)
  : new URL('./search-thread.js', import.meta.url)

/** Some patterns take for ever on some lines, and only a thread of its own can be ended then. */
async function searchInThread(order: SearchOrder, signal: AbortSignal): Promise<SearchResult> {
  signal.throwIfAborted()
  const worker = new Worker(thread, { workerData: order, resourceLimits: { maxOldGenerationSizeMb: 256 } })
  const { promise, resolve, reject } = Promise.withResolvers<SearchResult>()
  const slow = new Refusal(
    `The search took longer than ${limits.searchMs} ms: use a plainer pattern, or name a folder.`,
  )
  // On a busy machine a thread may take seconds to begin, and that is not the pattern's fault.
  let timer = setTimeout(() => reject(slow), limits.threadMs)
  const begin = () => {
    clearTimeout(timer)
    timer = setTimeout(() => reject(slow), limits.searchMs)
  }
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp)
  worker.on('message', (told: 'begun' | SearchResult) => (told === 'begun' ? begin() : resolve(told)))
  worker.once('error', reject)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
    await worker.terminate()
  }
}
