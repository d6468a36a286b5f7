/**
 * Values in the memory of this process, each of one project, which nobody changes. What was asked for least recently goes when
 * there are too many bytes, and all of it when nobody has asked for anything for a while.
 */
export interface HeldValues {
  find(projectId: string, name: string): unknown
  /** `bytes` is what it takes of the memory. What is larger than its share of all is not held. */
  hold(projectId: string, name: string, value: unknown, bytes: number): void
  clear(): void
}

export interface HeldLimits {
  maxBytes: number
  idleMs: number
}

// A site whose parts do not fit would push out everything else, and then its own parts one by one.
const shareOfValue = 1 / 8

export function createHeldValues({ maxBytes, idleMs }: HeldLimits): HeldValues {
  /** Least recently used first. */
  const held = new Map<string, { value: unknown; bytes: number }>()
  let used = 0
  let idle: NodeJS.Timeout | undefined

  const nameOf = (projectId: string, name: string) => JSON.stringify([projectId, name])

  function remove(key: string): void {
    used -= held.get(key)?.bytes ?? 0
    held.delete(key)
  }

  function clear(): void {
    clearTimeout(idle)
    held.clear()
    used = 0
  }

  function add(key: string, entry: { value: unknown; bytes: number }): void {
    remove(key)
    held.set(key, entry)
    used += entry.bytes
    clearTimeout(idle)
    idle = setTimeout(clear, idleMs).unref()
  }

  return {
    find(projectId, name) {
      const key = nameOf(projectId, name)
      const entry = held.get(key)
      if (entry) add(key, entry)
      return entry?.value
    },
    hold(projectId, name, value, bytes) {
      if (bytes > maxBytes * shareOfValue) return
      add(nameOf(projectId, name), { value, bytes })
      for (const key of held.keys()) {
        if (used <= maxBytes) return
        remove(key)
      }
    },
    clear,
  }
}
