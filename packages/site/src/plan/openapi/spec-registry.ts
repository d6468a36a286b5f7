import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { FetchedSpecs } from '../../model/fetched-specs.ts'
import type { FoundProblem } from '../../model/finding.ts'
import { byCodeUnit } from '../files/list-files.ts'
import { listChannels } from './list-channels.ts'
import { listOperations, listTags, type OperationLine } from './list-operations.ts'
import { openSpec, type SpecFolder } from './open-spec.ts'
import { isAsyncApi, NoSpec, SpecError } from './read-spec.ts'
import { isRemote, readRemoteUrl } from './remote-url.ts'

/** A description as the plan knows it. */
export interface RegisteredSpec {
  file: string
  operations: Map<string, OperationLine>
  tags: string[]
}

/** What a description is written in, as docs.json calls it. */
export type SpecLanguage = 'openapi' | 'asyncapi'

/** Where a file was asked for, so that its author is told there. */
export type Advise = (message: string, suggestion: string) => void

/** A file that was read once, or why it could not be. */
interface ReadSpec {
  spec?: RegisteredSpec
  failure?: SpecError
  isReported?: boolean
}

/** The descriptions of a site while it is planned, each read once. */
export class SpecRegistry {
  readonly #folder: SpecFolder & { fetched?: FetchedSpecs | undefined }
  readonly #findings: FoundProblem[]
  readonly #opened = new Map<string, ReadSpec>()
  readonly #missed = new Set<string>()
  readonly #found = new Map<SpecLanguage, string[]>()

  constructor(folder: SpecFolder & { fetched?: FetchedSpecs | undefined }, findings: FoundProblem[]) {
    this.#folder = folder
    this.#findings = findings
  }

  /** Without `advise` it says nothing to anyone: whoever asks is private. */
  open(source: string, advise: Advise | undefined): RegisteredSpec | undefined {
    if (isRemote(source)) return this.#openRemote(source, advise)
    const file = posix.normalize(source.replace(/^\/+/, ''))
    if (!Object.hasOwn(this.#folder.assets, file)) {
      advise?.(
        `There is no file “${source}” that describes an API.`,
        'Correct its path, which starts at the docs folder.',
      )
      return undefined
    }
    return this.#read(file, advise !== undefined)
  }

  /** Only what was fetched before; what was not is said once, though every page of a site may name it. */
  #openRemote(source: string, advise: Advise | undefined): RegisteredSpec | undefined {
    const { fetched } = this.#folder
    const url = readRemoteUrl(source)
    if (url !== undefined && fetched && Object.hasOwn(fetched.digests, url))
      return this.#read(url, advise !== undefined)
    if (advise && !this.#missed.has(source)) {
      advise(...explainMissing(source, url, fetched))
      this.#missed.add(source)
    }
    return undefined
  }

  /** Every file of the folder that says of itself that it describes an API. */
  find(language: SpecLanguage, advise: Advise | undefined): RegisteredSpec[] {
    const found = this.#found.get(language) ?? this.#list(language)
    this.#found.set(language, found)
    return found.flatMap((file) => this.#read(file, advise !== undefined, false) ?? [])
  }

  #list(language: SpecLanguage): string[] {
    return Object.keys(this.#folder.assets)
      .filter((file) => /\.(?:json|ya?ml)$/i.test(file) && this.#looksLikeSpec(file, language))
      .sort(byCodeUnit)
  }

  #read(file: string, isPublic: boolean, isNamed = true): RegisteredSpec | undefined {
    const read = this.#opened.get(file) ?? this.#load(file)
    this.#opened.set(file, read)
    const { failure } = read
    // Of what nobody named, only that is worth a word which says of itself that it describes an API.
    if (failure && isPublic && !read.isReported && (isNamed || !(failure instanceof NoSpec))) {
      const message = `It cannot be read. ${failure.message} Fix the file; what it describes has no pages.`
      this.#findings.push({ code: 'unreadable_spec', message, file, ...failure.at })
      read.isReported = true
    }
    return read.spec
  }

  #load(file: string): ReadSpec {
    try {
      // What its references miss is said on the pages that need them.
      const spec = openSpec(file, this.#folder, () => {})
      const lines = isAsyncApi(spec.value) ? listChannels(spec) : listOperations(spec)
      const operations = new Map(lines.map((line) => [line.key, line]))
      return { spec: { file, operations, tags: listTags(spec) } }
    } catch (error) {
      if (!(error instanceof SpecError)) throw error
      return { failure: error }
    }
  }

  /** The version may stand at the end: tools that sort keys write `components` first. */
  #looksLikeSpec(file: string, language: SpecLanguage): boolean {
    const text = readFileSync(join(this.#folder.root, file), 'utf8')
    return marks[language].test(text)
  }
}

const marks = {
  openapi: /^["']?(?:openapi|swagger)["']?\s*:|"(?:openapi|swagger)"\s*:\s*"[23]\./m,
  asyncapi: /^["']?asyncapi["']?\s*:|"asyncapi"\s*:\s*"[23]\./m,
}

function explainMissing(source: string, url: string | undefined, fetched: FetchedSpecs | undefined): [string, string] {
  if (url === undefined) {
    return [
      `“${source}” is no address that can be fetched.`,
      'Write it as https://host/path, or save it in the docs folder.',
    ]
  }
  if (!fetched) {
    return [`“${source}” is on another host and was not fetched.`, 'Use --allow-fetch, or save it in the docs folder.']
  }
  const reason = Object.hasOwn(fetched.failures, url) ? fetched.failures[url] : 'the site names too many of them'
  return [`“${source}” could not be fetched: ${reason}.`, 'Correct its address, or save it in the docs folder.']
}
