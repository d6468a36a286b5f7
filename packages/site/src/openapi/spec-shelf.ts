import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Advice } from '../config/advice.ts'
import { byCodeUnit } from '../plan/list-files.ts'
import { listOperations, listTags, type OperationLine } from './list-operations.ts'
import { openSpec, type SpecFolder } from './open-spec.ts'
import { NoSpec, SpecError } from './read-spec.ts'

/** A description as the plan knows it. */
export interface ShelvedSpec {
  file: string
  operations: Map<string, OperationLine>
  tags: string[]
}

/** Where a file was asked for, so that its author is told there. */
export type Advise = (message: string, suggestion: string) => void

/** The descriptions of a site while it is planned, each read once. */
export class SpecShelf {
  readonly #folder: SpecFolder
  readonly #advice: Advice[]
  readonly #opened = new Map<string, ShelvedSpec | undefined>()
  #found: string[] | undefined

  constructor(folder: SpecFolder, advice: Advice[]) {
    this.#folder = folder
    this.#advice = advice
  }

  open(source: string, advise: Advise): ShelvedSpec | undefined {
    if (/^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(source)) {
      advise(`“${source}” is on another host and was not fetched.`, 'Save it in the docs folder, or use --allow-fetch.')
      return undefined
    }
    const file = posix.normalize(source.replace(/^\/+/, ''))
    if (!Object.hasOwn(this.#folder.assets, file)) {
      advise(
        `There is no file “${source}” that describes an API.`,
        'Correct its path, which starts at the docs folder.',
      )
      return undefined
    }
    return this.#read(file)
  }

  /** Every file of the folder that says of itself that it describes an API. */
  get found(): ShelvedSpec[] {
    this.#found ??= Object.keys(this.#folder.assets)
      .filter((file) => /\.(?:json|ya?ml)$/i.test(file) && this.#looksLikeSpec(file))
      .sort(byCodeUnit)
    return this.#found.flatMap((file) => this.#read(file, false) ?? [])
  }

  #read(file: string, isNamed = true): ShelvedSpec | undefined {
    if (!this.#opened.has(file)) this.#opened.set(file, this.#load(file, isNamed))
    return this.#opened.get(file)
  }

  #load(file: string, isNamed: boolean): ShelvedSpec | undefined {
    try {
      // What its references miss is said on the pages that need them.
      const spec = openSpec(file, this.#folder, () => {})
      const operations = new Map(listOperations(spec).map((line) => [line.key, line]))
      return { file, operations, tags: listTags(spec) }
    } catch (error) {
      if (!(error instanceof SpecError)) throw error
      if (error instanceof NoSpec && !isNamed) return undefined
      const suggestion = 'Mend the file; its operations have no pages.'
      this.#advice.push({ file, path: '', message: `It cannot be read. ${error.message}`, suggestion })
      return undefined
    }
  }

  /** The version may stand at the end: tools that sort keys write `components` first. */
  #looksLikeSpec(file: string): boolean {
    const text = readFileSync(join(this.#folder.root, file), 'utf8')
    return /^["']?(?:openapi|swagger)["']?\s*:|"(?:openapi|swagger)"\s*:\s*"[23]\./m.test(text)
  }
}
