import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { limits } from '../limits.ts'

export interface SearchOrder {
  root: string
  paths: string[]
  pattern: string
  flags: string
}

export interface SearchResult {
  /** `path:line: text` */
  matches: string[]
  isFull: boolean
  isTooMuch: boolean
}

/** Line by line, in the order of the paths. Files that are large or not text are passed over. */
export async function searchFiles({ root, paths, pattern, flags }: SearchOrder): Promise<SearchResult> {
  const wanted = new RegExp(pattern, flags)
  const matches: string[] = []
  const deadline = performance.now() + limits.searchMs
  let bytes = 0
  for (const path of paths) {
    const content = await readSmallFile(`${root}/${path}`)
    bytes += content.length
    if (bytes > limits.searchBytes || performance.now() > deadline) return { matches, isFull: false, isTooMuch: true }
    if (content.includes(0)) continue
    for (const [i, line] of content.toString('utf8').split(/\r?\n/).entries()) {
      if (!wanted.test(line)) continue
      if (matches.length === limits.searchMatches) return { matches, isFull: true, isTooMuch: false }
      matches.push(`${path}:${i + 1}: ${line.slice(0, limits.lineLength)}`)
    }
  }
  return { matches, isFull: false, isTooMuch: false }
}

async function readSmallFile(path: string): Promise<Buffer> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  const { size } = await file.stat()
  return size <= limits.fileBytes ? file.readFile() : Buffer.alloc(0)
}
