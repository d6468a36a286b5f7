import type { Advice } from '../model/advice.ts'

/** Where an object came from, when it was brought in by a `$ref`: its own file, its own paths. */
export type Origins = WeakMap<object, { file: string; path: string }>

interface Source {
  origins: Origins
  advice: Advice[]
}

/**
 * A place in a configuration file. It reads what is there as the type that is wanted; what is of another type is
 * advised about once and then treated as absent, so that one slip never hides the rest of a site.
 */
export class Cursor {
  readonly value: unknown
  readonly file: string
  readonly path: string
  readonly #source: Source

  constructor(value: unknown, file: string, path: string, source: Source) {
    const origin = isObject(value) ? source.origins.get(value) : undefined
    this.value = value
    this.file = origin?.file ?? file
    this.path = origin?.path ?? path
    this.#source = source
  }

  get present(): boolean {
    return this.value !== undefined && this.value !== null
  }

  at(key: string): Cursor {
    const value = isRecord(this.value) && Object.hasOwn(this.value, key) ? this.value[key] : undefined
    return this.#step(value, this.path ? `${this.path}.${key}` : key)
  }

  keys(): string[] {
    return isRecord(this.value) ? Object.keys(this.value) : []
  }

  /** At most so many of its items; what is left out is advised about. */
  list(most = Number.POSITIVE_INFINITY): Cursor[] {
    if (!this.present) return []
    if (!Array.isArray(this.value)) {
      this.advise('This should be a list.', 'Put the value in square brackets.')
      return []
    }
    if (this.value.length > most) {
      this.advise(`The list has more than ${most} entries; the rest of it is left out.`, 'Shorten it.')
    }
    return this.value.slice(0, most).map((value, index) => this.#step(value, `${this.path}[${index}]`))
  }

  text(): string | undefined {
    if (!this.present) return undefined
    if (typeof this.value === 'string') return this.value
    if (typeof this.value === 'number') return String(this.value)
    this.advise('This should be text.', 'Write it in double quotes.')
    return undefined
  }

  flag(): boolean {
    if (typeof this.value === 'boolean' || !this.present) return this.value === true
    this.advise('This should be true or false.', 'Write true or false without quotes.')
    return false
  }

  oneOf<T extends string>(choices: readonly T[]): T | undefined {
    const text = this.text()
    if (text === undefined) return undefined
    const found = choices.find((choice) => choice === text)
    if (!found) this.advise(`“${text}” is not known here.`, `Use one of: ${choices.join(', ')}.`)
    return found
  }

  isRecord(): boolean {
    return isRecord(this.value)
  }

  advise(message: string, suggestion: string): void {
    this.#source.advice.push({ file: this.file, path: this.path, message, suggestion })
  }

  /** The same place, read again without a word about its mistakes. */
  quietly(): Cursor {
    return new Cursor(this.value, this.file, this.path, { ...this.#source, advice: [] })
  }

  #step(value: unknown, path: string): Cursor {
    return new Cursor(value, this.file, path, this.#source)
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
