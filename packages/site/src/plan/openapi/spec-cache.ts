import { parseSpecFile, readSpec, type SpecDocument, SpecError } from './read-spec.ts'

/** What is wanted of a file: a whole description, or any file that one refers to. */
export type SpecKind = 'spec' | 'part'

/** Descriptions that a process has read, so that 500 pages of one file parse it once. */
export interface SpecCache {
  /** Throws a SpecError when the file cannot be read as what is wanted. */
  open(key: string, kind: SpecKind, file: string, read: () => string): SpecDocument
}

interface CachedSpec {
  document: SpecDocument | SpecError
  length: number
}

// In memory a description takes some ten times its length.
const cachedLength = 12_000_000

export function createSpecCache(): SpecCache {
  const cached = new Map<string, CachedSpec>()
  return {
    open(name, kind, file, read) {
      const key = `${kind} ${name}`
      const found = cached.get(key) ?? load(kind, file, read())
      cached.delete(key)
      cached.set(key, found)
      forgetOldest(cached)
      if (found.document instanceof SpecError) throw found.document
      return found.document
    },
  }
}

function load(kind: SpecKind, file: string, text: string): CachedSpec {
  try {
    return { document: kind === 'spec' ? readSpec(text, file) : parseSpecFile(text, file), length: text.length }
  } catch (error) {
    if (error instanceof SpecError) return { document: error, length: 0 }
    throw error
  }
}

/** Until what is left is little enough, or the last one alone. */
function forgetOldest(cached: Map<string, CachedSpec>): void {
  let length = 0
  for (const one of cached.values()) length += one.length
  for (const [key, one] of cached) {
    if (length <= cachedLength || cached.size === 1) return
    cached.delete(key)
    length -= one.length
  }
}
