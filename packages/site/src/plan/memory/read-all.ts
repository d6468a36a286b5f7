import { join } from 'node:path'
import { mapConcurrently } from '../files/map-concurrently.ts'
import type { PlanMemory } from './plan-memory.ts'

interface ReadAll<T> {
  root: string
  files: readonly string[]
  /** How many are read at once. */
  width: number
  read: (path: string, file: string) => Promise<T>
  memory?: PlanMemory | undefined
  reader?: string
}

/** What a reader makes of files, in their order. Only those that the memory does not know are waited for. */
export async function readAll<T>({ root, files, width, read, memory, reader = '' }: ReadAll<T>): Promise<T[]> {
  // As `join` writes it, which for 5,000 files takes as long as the rest.
  const before = join(root, 'a').slice(0, -1)
  const values = files.map((file) => memory?.known(before + file, reader) as T | undefined)
  const missing = [...files.entries()].filter(([at]) => values[at] === undefined)
  const made = mapConcurrently(missing, width, async ([at, file]) => {
    const readOne = (path: string) => read(path, file)
    return { at, value: await (memory?.recall(before + file, readOne, reader) ?? readOne(before + file)) }
  })
  for await (const { at, value } of made) values[at] = value
  return values as T[]
}
