/**
 * Half of what a file of the index is to hold: some 16 KB of terms, of which a reader loads one for each word, and some 6 KB
 * of texts, of which a reader loads one for each page that is shown.
 */
export const leastBytes = { terms: 8_000, texts: 3_000 }

/**
 * Whether a file of the index ends after an item. From half to twice of what is wanted it ends where the hash of its last
 * item says so. The item itself decides and not how many came before it, so that a changed page changes the files around
 * it and no others.
 */
export function endsShard(item: string, itemBytes: number, shardBytes: number, least: number): boolean {
  if (shardBytes < least) return false
  return shardBytes >= 4 * least || hashText(item) % least < itemBytes
}

/** The lines of one file of terms. */
export interface TermLines {
  first: string
  lines: string[]
}

/** Cuts lines of terms into files as they come: each that a line ends, and the last. */
export function createTermCutter() {
  let shard: TermLines = { first: '', lines: [] }
  let bytes = 0
  const end = (): TermLines | undefined => {
    const ended = shard
    shard = { first: '', lines: [] }
    bytes = 0
    return ended.lines.length > 0 ? ended : undefined
  }
  return {
    add(line: string, term: string): TermLines | undefined {
      if (shard.lines.length === 0) shard.first = term
      shard.lines.push(line)
      bytes += line.length
      return endsShard(term, line.length, bytes, leastBytes.terms) ? end() : undefined
    },
    finish: end,
  }
}

/** Gives names that no other file of the index has, each made of its first item; of the same hash, with a number. */
export function createShardNamer(): (firstItem: string) => string {
  const counts = new Map<number, number>()
  return (firstItem) => {
    const hash = hashText(firstItem)
    const count = counts.get(hash) ?? 0
    counts.set(hash, count + 1)
    return count === 0 ? hash.toString(36) : `${hash.toString(36)}_${count}`
  }
}

/** FNV-1a: a few operations for each letter, and even enough for names and cuts. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
