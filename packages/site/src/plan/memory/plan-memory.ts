import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { createSpecCache, type SpecCache } from '../openapi/spec-cache.ts'
import type { MadePlan } from './made-plan.ts'
import type { SourceSurvey } from './source-survey.ts'

/** What a file below the root is known by: with another content it has another stamp. Undefined for one that must be read again. */
export type StampFile = (file: string) => string | undefined

/** What a reader made of a file below some folder, as it can be written down. */
export type RememberedFile = [file: string, stamp: string, value: unknown]

interface Remembered {
  stamp: string
  value: unknown
  /** Whether it can be written down; undefined where nobody has asked yet. */
  isPlain?: boolean
  /** Of the value, where it can be. */
  digest?: string
}

/** What one reader made of files, by their paths below the root. */
interface ReaderMemory {
  files: Map<string, Remembered>
  /** How much it has learned since it was last written down. */
  news: number
}

// The clock that dates files ticks every 4 ms on Linux and every 2 s on FAT; what is younger may change unseen.
const settledMs = 2000

interface Known {
  /** Descriptions of APIs go by the digest of their bytes, so that a changed one is another. */
  specs: SpecCache
  readers: Map<string, ReaderMemory>
  wholes: { [Name in keyof Wholes]?: { digest: string; value: Wholes[Name] } }
}

/** What is made of all files together. */
interface Wholes {
  plan: MadePlan
  survey: SourceSurvey
  /** Words of a plan that could be names of pictures. */
  pictures: ReadonlySet<string>
}

function createKnown(): Known {
  return { specs: createSpecCache(), readers: new Map(), wholes: {} }
}

/**
 * What planning has read of each file. Given to the next plan of the same folder, a file with the same stamp is not read
 * again: for 4,800 pages that leaves a fifth of the work. The plan is the same with and without it.
 */
export class PlanMemory {
  readonly #known: Known
  readonly #stampFile: StampFile
  readonly #root: string

  constructor(stampFile: StampFile = stampByTime, root = '', known: Known = createKnown()) {
    this.#stampFile = stampFile
    this.#root = root
    this.#known = known
  }

  /** The same knowledge, of a folder that lies elsewhere by now, or holds other files. */
  at(root: string, stampFile: StampFile): PlanMemory {
    return new PlanMemory(stampFile, root, this.#known)
  }

  /** What was made of the whole site under this name when `hold` was last called, if it was made of the same. */
  held<Name extends keyof Wholes>(name: Name, digest: string): Wholes[Name] | undefined {
    const whole = this.#known.wholes[name]
    return whole?.digest === digest ? whole.value : undefined
  }

  hold<Name extends keyof Wholes>(name: Name, digest: string, value: Wholes[Name]): void {
    this.#known.wholes = { ...this.#known.wholes, [name]: { digest, value } }
  }

  /** Descriptions that were read before, by their stamps where those outlive a folder. */
  openSpecs(): { cache: SpecCache; stampOf?: StampFile } {
    const cache = this.#known.specs
    return this.#root === '' ? { cache } : { cache, stampOf: this.#stampFile }
  }

  /** What `read` makes of the file, or made of it when it last changed; a file has one value for each reader's name. */
  async recall<T>(path: string, read: (path: string) => Promise<T>, reader = ''): Promise<T> {
    // Before the reading: a file that changes meanwhile is read again the next time.
    const file = this.#fileOf(path)
    const stamp = this.#stampFile(file)
    const known = this.#readerOf(reader).files.get(file)
    if (stamp !== undefined && known?.stamp === stamp) return known.value as T
    const value = await read(path)
    this.#set(file, { stamp: stamp ?? '', value }, reader)
    return value
  }

  /** What is known of the file as it is now. */
  known(path: string, reader: string): unknown {
    const file = this.#fileOf(path)
    const known = this.#readerOf(reader).files.get(file)
    return known?.stamp === this.#stampFile(file) ? known?.value : undefined
  }

  /** A digest of what is known of the file as it is now; undefined where nothing is, or JSON does not have it. */
  digestOf(path: string, reader = ''): string | undefined {
    const file = this.#fileOf(path)
    const known = this.#readerOf(reader).files.get(file)
    if (!known || known.stamp !== this.#stampFile(file) || !isPlain(known)) return undefined
    known.digest ??= hash('sha256', JSON.stringify(known.value)).slice(0, 32)
    return known.digest
  }

  /** For whoever has read a file that cannot have changed meanwhile. */
  remember(path: string, value: unknown, reader: string): void {
    if (this.known(path, reader) === value) return
    const file = this.#fileOf(path)
    this.#set(file, { stamp: this.#stampFile(file) ?? '', value }, reader)
  }

  /** What was read last, even if the file has changed since. */
  peek(path: string): unknown {
    return this.#readerOf('').files.get(this.#fileOf(path))?.value
  }

  /** All that a reader knows of files as they are now, for another process; undefined where no more than a few are new. */
  save(reader: string, few = 0): RememberedFile[] | undefined {
    const memory = this.#readerOf(reader)
    if (memory.news <= few) return undefined
    memory.news = 0
    const saved: RememberedFile[] = []
    for (const [file, remembered] of memory.files) {
      const { stamp, value } = remembered
      if (stamp !== this.#stampFile(file)) memory.files.delete(file)
      else if (isPlain(remembered)) saved.push([file, stamp, value])
    }
    return saved
  }

  /** What `save` gave is all that the reader knows from now on. */
  load(reader: string, files: Iterable<RememberedFile>): void {
    const known = new Map<string, Remembered>()
    for (const [file, stamp, value] of files) known.set(file, { stamp, value, isPlain: true })
    this.#known.readers.set(reader, { files: known, news: 0 })
  }

  /** Not `relative`: for 20,000 files that takes longer than all the rest. */
  #fileOf(path: string): string {
    return this.#root === '' ? path : path.slice(this.#root.length + 1)
  }

  #set(file: string, remembered: Remembered, reader: string): void {
    const memory = this.#readerOf(reader)
    memory.files.set(file, remembered)
    memory.news += 1
  }

  #readerOf(reader: string): ReaderMemory {
    const known = this.#known.readers.get(reader)
    if (known) return known
    const memory: ReaderMemory = { files: new Map(), news: 0 }
    this.#known.readers.set(reader, memory)
    return memory
  }
}

function isPlain(remembered: Remembered): boolean {
  remembered.isPlain ??= comesBack(remembered.value)
  return remembered.isPlain
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
