import { dirname, join } from 'node:path/posix'
import { isRecord } from '../../config/cursor.ts'
import { decodePath } from '../../model/paths.ts'
import type { SpecDocument } from './read-spec.ts'
import { isRemote, readRemoteUrl } from './remote-url.ts'

/** What the nodes of a description share. */
export interface SpecSource {
  /** Another file of the docs folder by its path, or a fetched one by its URL; undefined when it cannot be read. */
  open(file: string): SpecDocument | undefined
  /** Whether a file of another host is at hand. */
  isFetched?(url: string): boolean
  /** A reference that leads nowhere. */
  complain(message: string): void
}

// A reference to a reference to a reference is a mistake or a trap.
const mostSteps = 20

/**
 * A place in a description of an API. Whoever steps to it stands behind its `$ref`, in the same file or another one;
 * what is written beside the `$ref` goes before what stands there. What is of another type than wanted is absent.
 */
export class SpecNode {
  readonly value: unknown
  /** The file whose references start here. */
  readonly file: string
  /** Every reference that led here, as `file#/pointer`, the last one last. */
  readonly passed: readonly string[]
  readonly #source: SpecSource

  constructor(value: unknown, file: string, source: SpecSource, passed: readonly string[] = []) {
    const target = isRecord(value) && typeof value.$ref === 'string' ? follow(value, file, source) : undefined
    this.value = target ? target.value : value
    this.file = target?.file ?? file
    this.passed = target?.passed ?? passed
    this.#source = source
  }

  /** The name of the definition that a reference led to. */
  get name(): string | undefined {
    const last = this.passed.at(-1)?.split(/[#/]/).at(-1)
    return last === undefined || last === '' ? undefined : decodePath(last)
  }

  get present(): boolean {
    return this.value !== undefined && this.value !== null
  }

  /** How many keys it has. */
  get size(): number {
    return isRecord(this.value) ? Object.keys(this.value).length : 0
  }

  has(key: string): boolean {
    return isRecord(this.value) && Object.hasOwn(this.value, key)
  }

  raw(key: string): unknown {
    return isRecord(this.value) && Object.hasOwn(this.value, key) ? this.value[key] : undefined
  }

  at(key: string): SpecNode {
    return new SpecNode(this.raw(key), this.file, this.#source)
  }

  text(key: string): string | undefined {
    const value = this.raw(key)
    return typeof value === 'string' && value.trim() !== '' ? value : undefined
  }

  number(key: string): number | undefined {
    const value = this.raw(key)
    return typeof value === 'number' ? value : undefined
  }

  flag(key: string): boolean {
    return this.raw(key) === true
  }

  list(key: string, most = 1000): SpecNode[] {
    const value = this.raw(key)
    if (!Array.isArray(value)) return []
    return value.slice(0, most).map((item) => new SpecNode(item, this.file, this.#source))
  }

  texts(key: string): string[] {
    const value = this.raw(key)
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  }

  entries(key: string, most = 1000): [string, SpecNode][] {
    const names = this.keys(key).slice(0, most)
    return names.map((name) => [name, this.at(key).at(name)])
  }

  keys(key: string): string[] {
    const value = this.raw(key)
    return isRecord(value) ? Object.keys(value) : []
  }
}

function follow(value: Record<string, unknown>, from: string, source: SpecSource) {
  const passed: string[] = []
  let file = from
  let found: unknown = value
  let beside: Record<string, unknown> = {}
  while (isRecord(found) && typeof found.$ref === 'string') {
    const { $ref, ...own } = found
    beside = { ...own, ...beside }
    const target = findTarget($ref as string, file, source)
    if (!target || passed.includes(target.reference) || passed.length >= mostSteps) {
      if (target) source.complain(`“${$ref}” in ${file} leads round in a circle.`)
      return { value: { ...beside, 'x-unknown': $ref }, file, passed: [] }
    }
    passed.push(target.reference)
    file = target.file
    found = target.value
  }
  const merged = isRecord(found) && Object.keys(beside).length > 0 ? { ...found, ...beside } : found
  return { value: merged, file, passed }
}

function findTarget(reference: string, from: string, source: SpecSource) {
  const [path = '', pointer = ''] = reference.split('#', 2)
  const file = resolveFile(path, from)
  if (file === undefined || (isRemote(file) && file !== from && !source.isFetched?.(file))) {
    source.complain(`“${reference}” in ${from} is on another host and was not fetched.`)
    return undefined
  }
  const document = source.open(file)
  const value = document && walk(document, pointer)
  if (value === undefined) {
    source.complain(`“${reference}” in ${from} leads to nothing.`)
    return undefined
  }
  return { value, file, reference: `${file}#${pointer}` }
}

/** From a file of another host every path leads to that host, never into the docs folder. */
function resolveFile(path: string, from: string): string | undefined {
  if (path === '') return from
  if (isRemote(from)) return readRemoteUrl(path, from)
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(path) ? readRemoteUrl(path) : join(dirname(from), decodePath(path))
}

function walk(document: unknown, pointer: string): unknown {
  let value = document
  for (const part of pointer.split('/').slice(1)) {
    const key = decodePath(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}
