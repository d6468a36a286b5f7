import { hasSameFiles } from '@bindery/site'
import { readTraces } from './chunk-files.ts'

interface SameChunk {
  root: string
  /** Digest of the plan. */
  plan: string
  pages: number
  /** Holds the traces of an earlier chunk. */
  folder: string
}

/** Whether each page of an earlier chunk was made from the same plan and the same files. */
export async function isSameChunk({ root, plan, pages, folder }: SameChunk): Promise<boolean> {
  const traces = await readTraces(folder)
  if (traces?.plan !== plan || traces.pages.length !== pages) return false
  return traces.pages.every(({ trace }) => hasSameFiles(trace, root))
}
