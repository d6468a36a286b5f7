import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { UsageError } from '../errors.ts'

/** Every file of a folder, by its path from there. Links are refused: what they lead to does not cross the gap. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.flatMap((entry) => {
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
    if (entry.isDirectory()) return []
    // sha256sum writes such names in a way of its own, which no other reader of its list expects.
    if (entry.isFile() && !/[\\\n\r]/.test(path)) return [path]
    const fault = entry.isFile() ? 'has a name that no list of sums can hold' : 'is no regular file'
    throw new UsageError(`Refused: ${JSON.stringify(path)} in ${folder} ${fault}. A parcel holds regular files alone.`)
  })
  return paths.sort()
}
