export interface Memory {
  get(key: string): Buffer | undefined
  put(key: string, bytes: Buffer): void
}

/** Holds so many bytes; what has not been asked for the longest goes first. */
export function createMemory(mostBytes: number): Memory {
  // Two generations in place of an order: a list that each request rearranged took a tenth of its time.
  let young = new Map<string, Buffer>()
  let old = new Map<string, Buffer>()
  let youngBytes = 0
  const put = (key: string, bytes: Buffer) => {
    if (youngBytes + bytes.length > mostBytes / 2) {
      old = young
      young = new Map()
      youngBytes = 0
    }
    young.set(key, bytes)
    youngBytes += bytes.length
  }
  return {
    put,
    get(key) {
      const held = young.get(key)
      if (held) return held
      const kept = old.get(key)
      if (kept) put(key, kept)
      return kept
    },
  }
}
