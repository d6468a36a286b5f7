import type { Cursor } from '../cursor.ts'
import { findNearest } from './find-nearest.ts'
import { explain, explainUnknown, type Treatment, type Treatments } from './treatment.ts'

/** A setting that an author wrote and that does not do what it says, where it stands first. */
export interface UnusedSetting {
  code: 'ignored_setting' | 'unknown_setting'
  file: string
  path: string
  /** How often it is written. */
  count: number
  /** What stands for it, why it has no effect, or which one was meant: the end of a sentence that begins with its name. */
  note: string
}

// A file of 20,000 made-up names says no more than its first 200.
const mostNamed = 200

/** Every setting that is not honoured, each once. `start` is the part of the table that the file's keys stand in. */
export function findUnused(root: Cursor, table: Treatments, start = ''): UnusedSetting[] {
  const found = new Map<string, UnusedSetting>()
  const parts = groupNames(table)
  visit(root, start)
  return [...found.values()]

  function visit(cursor: Cursor, part: string): void {
    if (Array.isArray(cursor.value)) for (const item of cursor.list()) visit(item, part)
    else if (!cursor.isRecord()) noteValue(cursor, part)
    else for (const key of cursor.keys()) visitKey(cursor.at(key), key, part)
  }

  function visitKey(cursor: Cursor, key: string, part: string): void {
    if (!cursor.present) return
    const pattern = findPattern(table, part, key)
    const treatment = pattern === undefined ? undefined : table[pattern]
    if (pattern === undefined || treatment === undefined) noteUnknown(cursor, key, part)
    else if (treatment.kind !== 'honoured') note(cursor, pattern, treatment)
    else if (parts.has(treatment.inside ?? pattern)) visit(cursor, treatment.inside ?? pattern)
    else noteValue(cursor, pattern)
  }

  /** Some values of a setting are known and have no effect. */
  function noteValue(cursor: Cursor, pattern: string): void {
    const named = `${pattern}=${String(cursor.value)}`
    const treatment = Object.hasOwn(table, named) ? table[named] : undefined
    if (treatment && treatment.kind !== 'honoured') note(cursor, named, treatment)
  }

  function note(cursor: Cursor, pattern: string, treatment: Treatment): void {
    add(pattern.replace('*', lastName(cursor.path)), 'ignored_setting', cursor, explain(treatment))
  }

  function noteUnknown(cursor: Cursor, key: string, part: string): void {
    const nearest = findNearest(key, parts.get(part) ?? [])
    const reason = explainUnknown(nearest)
    add(`${part} ${key}`, 'unknown_setting', cursor, reason)
  }

  function add(name: string, code: UnusedSetting['code'], { file, path }: Cursor, reason: string): void {
    const known = found.get(name)
    if (known) known.count += 1
    else if (found.size < mostNamed) found.set(name, { code, file, path, count: 1, note: reason })
  }
}

/** The names of the table under the part that they stand in. */
function groupNames(table: Treatments): Map<string, string[]> {
  const parts = new Map<string, string[]>()
  for (const path of Object.keys(table)) {
    const dot = path.lastIndexOf('.')
    const part = path.slice(0, Math.max(0, dot))
    const names = parts.get(part) ?? []
    parts.set(part, names)
    const name = path.slice(dot + 1)
    names.push(...(name === '*' || name.includes('=') ? [] : [name]))
  }
  return parts
}

/** mint.json has names of its own, and those of docs.json. */
function findPattern(table: Treatments, part: string, key: string): string | undefined {
  const patterns = part === '' ? [key] : [`${part}.${key}`, `${part}.*`, ...(part === 'mint' ? [key] : [])]
  return patterns.find((pattern) => Object.hasOwn(table, pattern))
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}
