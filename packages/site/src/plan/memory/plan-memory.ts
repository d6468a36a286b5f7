import { statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { createSpecCache } from '../openapi/spec-cache.ts'

/** What a file is known by: with another content it has another stamp. Undefined for one that must be read again. */
export type StampFile = (path: string) => string | undefined

/** What a reader made of a file below some folder, as it can be written down. */
export type RememberedFile = [file: string, stamp: string, value: unknown]

interface Remembered {
  stamp: string
  value: unknown
  /** It was written down before. */
  isPlain?: true
}

/** What one reader made of files, by their paths. */
interface ReaderMemory {
  files: Map<string, Remembered>
  /** It has something that was never written down. */
  hasNews: boolean
}

// The clock that dates files ticks every 4 ms on Linux and every 2 s on FAT; what is younger may change unseen.
const settledMs = 2000

/**
 * What planning has read of each file. Given to the next plan of the same folder, a file with the same stamp is not read
 * again: for 4,800 pages that leaves a fifth of the work. The plan is the same with and without it.
 */
export class PlanMemory {
  /** Descriptions of APIs go by the digest of their bytes, so that a changed one is another. */
  readonly specs = createSpecCache()
  readonly #readers = new Map<string, ReaderMemory>()
  readonly #stampFile: StampFile

  constructor(stampFile: StampFile = stampByTime) {
    this.#stampFile = stampFile
  }

  /** What `read` makes of the file, or made of it when it last changed; a file has one value for each reader's name. */
  async recall<T>(path: string, read: (path: string) => Promise<T>, reader = ''): Promise<T> {
    // Before the reading: a file that changes meanwhile is read again the next time.
    const stamp = this.#stampFile(path)
    const known = this.#readerOf(reader).files.get(path)
    if (stamp !== undefined && known?.stamp === stamp) return known.value as T
    const value = await read(path)
    this.#set(path, { stamp: stamp ?? '', value }, reader)
    return value
  }

  /** What is known of the file as it is now. */
  known(path: string, reader: string): unknown {
    const known = this.#readerOf(reader).files.get(path)
    return known?.stamp === this.#stampFile(path) ? known?.value : undefined
  }

  /** For whoever has read a file that cannot have changed meanwhile. */
  remember(path: string, value: unknown, reader: string): void {
    this.#set(path, { stamp: this.#stampFile(path) ?? '', value }, reader)
  }

  /** What was read last, even if the file has changed since. */
  peek(path: string): unknown {
    return this.#readerOf('').files.get(path)?.value
  }

  /** All that a reader knows of files as they are now, for another process; undefined where nothing of it is new. */
  save(root: string, reader: string): RememberedFile[] | undefined {
    const { files, hasNews } = this.#readerOf(reader)
    if (!hasNews) return undefined
    return [...files].flatMap(([path, { stamp, value, isPlain }]): RememberedFile[] => {
      if (stamp !== this.#stampFile(path) || !(isPlain || comesBack(value))) return []
      return [[path.slice(root.length + 1), stamp, value]]
    })
  }

  /** What `save` gave, of a folder that may lie elsewhere by now. */
  load(root: string, reader: string, files: Iterable<RememberedFile>): void {
    const known = this.#readerOf(reader).files
    // Not `join`: for 20,000 files it takes longer than all the rest.
    for (const [file, stamp, value] of files) known.set(`${root}/${file}`, { stamp, value, isPlain: true })
  }

  #set(path: string, remembered: Remembered, reader: string): void {
    const memory = this.#readerOf(reader)
    memory.files.set(path, remembered)
    memory.hasNews = true
  }

  #readerOf(reader: string): ReaderMemory {
    const known = this.#readers.get(reader)
    if (known) return known
    const memory: ReaderMemory = { files: new Map(), hasNews: false }
    this.#readers.set(reader, memory)
    return memory
  }
}

/** Numbers that JSON does not have come back as others; such a file is read again. */
function comesBack(value: unknown): boolean {
  const json = JSON.stringify(value)
  return json !== undefined && isDeepStrictEqual(JSON.parse(json), value)
}

/** At once: 5,000 files take 30 ms so, and four times as long by and by. */
function stampByTime(path: string): string | undefined {
  const { mtimeMs, size, ino } = statSync(path)
  return Date.now() - mtimeMs > settledMs ? `${mtimeMs} ${size} ${ino}` : undefined
}
