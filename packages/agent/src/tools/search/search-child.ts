import { openTree } from '../../tree/open-tree.ts'
import { Refusal } from '../../tree/tree.ts'
import { type SearchOrder, searchFiles } from './search-files.ts'

/** What a process that searches sends to the one that started it. */
export type SearchMessage = 'begun' | { found: Awaited<ReturnType<typeof search>> } | { refused: string }

process.once('message', async (order: SearchOrder) => {
  send('begun')
  send(await search(order).then((found) => ({ found }), refuse), () => process.disconnect())
})

async function search(order: SearchOrder) {
  const tree = await openTree(order.root)
  const { paths, isCut } = await tree.list(order.folder)
  return { ...(await searchFiles(order, paths)), isCut }
}

function refuse(error: unknown): SearchMessage {
  if (error instanceof Refusal) return { refused: error.message }
  throw error
}

function send(message: SearchMessage, then: () => void = () => {}): void {
  process.send?.(message, then)
}
