import { rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { HighlightCache } from './create-highlighter.ts'

// 64 MB hold the code of some 25 sites as large as any we know; then it begins anew.
export const largestHighlightFile = 64 * 1024 ** 2

const pageBytes = 4096
// Full a little before, so that the next one who opens it sees that it is.
const mostPages = largestHighlightFile / pageBytes
const isFull = (bytes: number) => bytes > 0.9 * largestHighlightFile

/**
 * Highlighted code in a file that outlives the process and that processes share. It only saves time: whatever is wrong
 * with it, code is highlighted as if it were not there.
 */
export function openHighlightCache(file: string): HighlightCache | undefined {
  try {
    if (isFull(statSync(file, { throwIfNoEntry: false })?.size ?? 0)) removeDatabase(file)
    return openDatabase(file)
  } catch {
    // Not a database, or one of another system: the next process finds room for a new one.
    removeDatabase(file)
    return undefined
  }
}

function openDatabase(file: string): HighlightCache {
  const database = new DatabaseSync(file, { timeout: 1000 })
  // Nothing here is missed after a crash, so that no write waits for the disk.
  database.exec(`pragma page_size = ${pageBytes}; pragma journal_mode = wal; pragma synchronous = off`)
  database.exec(`pragma max_page_count = ${mostPages}; pragma journal_size_limit = ${1024 ** 2}`)
  database.exec('create table if not exists highlighted (key text primary key, html text not null) without rowid')
  const read = database.prepare('select html from highlighted where key = ?')
  const write = database.prepare('insert or ignore into highlighted (key, html) values (?, ?)')
  return {
    get: (key) => quietly(() => read.get(key)?.html as string | undefined),
    set: (key, html) => void quietly(() => write.run(key, html)),
  }
}

/** Another process may hold the file for longer than we wait. */
function quietly<Answer>(ask: () => Answer): Answer | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}

function removeDatabase(file: string): void {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) rmSync(name, { force: true })
}
