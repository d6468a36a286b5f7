import { parseSpecFile, readSpec, type SpecDocument, SpecError } from './read-spec.ts'

/** What is wanted of a file: a whole description, or any file that one refers to. */
export type SpecKind = 'spec' | 'part'

/** Descriptions that a process has read, so that 500 pages of one file parse it once. */
export interface SpecCache {
  /** Throws a SpecError when the file cannot be read as what is wanted. */
  open(key: string, kind: SpecKind, file: string, read: () => string): SpecDocument
}

interface Kept {
  document: SpecDocument | SpecError
  length: number
}

// In memory a description takes some ten times its length.
const keptLength = 12_000_000

export function createSpecCache(): SpecCache {
  const kept = new Map<string, Kept>()
  return {
    open(name, kind, file, read) {
      const key = `${kind} ${name}`
      const found = kept.get(key) ?? load(kind, file, read())
      kept.delete(key)
      kept.set(key, found)
      forgetOldest(kept)
      if (found.document instanceof SpecError) throw found.document
      return found.document
    },
  }
}

function load(kind: SpecKind, file: string, text: string): Kept {
  try {
    return { document: kind === 'spec' ? readSpec(text, file) : parseSpecFile(text, file), length: text.length }
  } catch (error) {
    if (error instanceof SpecError) return { document: error, length: 0 }
    throw error
  }
}

/** Until what is left is little enough, or the last one alone. */
function forgetOldest(kept: Map<string, Kept>): void {
  let length = 0
  for (const one of kept.values()) length += one.length
  for (const [key, one] of kept) {
    if (length <= keptLength || kept.size === 1) return
    kept.delete(key)
    length -= one.length
  }
}
