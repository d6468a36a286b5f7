import { type SearchOrder, searchFiles } from './search-files.ts'

process.once('message', async (order: SearchOrder) => {
  process.send?.('begun')
  process.send?.(await searchFiles(order), () => process.disconnect())
})
