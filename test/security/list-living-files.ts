import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything below a folder in which a worker goes on working: what goes away meanwhile is left out. */
export function listLivingFiles(folder: string): { path: string; isFile: boolean }[] {
  const entries: Dirent[] = unlessGone(() => readdirSync(folder, { withFileTypes: true })) ?? []
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    const below = entry.isDirectory() ? listLivingFiles(path) : []
    return [{ path, isFile: entry.isFile() }, ...below]
  })
}

/** Empty if the file is gone. */
export function readLivingFile(path: string): Buffer {
  return unlessGone(() => readFileSync(path)) ?? Buffer.of()
}

function unlessGone<Read>(read: () => Read): Read | undefined {
  try {
    return read()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
}
