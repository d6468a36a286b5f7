// Half and twice of what is wanted: in between, a shard ends where the hash of its last item says so.
const leastBytes = 8_000
const mostBytes = 32_000

/**
 * Whether a file of the index ends after an item. Some 16 KB hold, 6 compressed: a reader loads one for each word and one
 * for each page that is shown. The item itself decides and not how many came before it, so that a changed page changes
 * the files around it and no others.
 */
export function endsShard(item: string, itemBytes: number, shardBytes: number): boolean {
  if (shardBytes < leastBytes) return false
  return shardBytes >= mostBytes || hashText(item) % leastBytes < itemBytes
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
