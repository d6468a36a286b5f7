import type { Remember } from './file-index.ts'

/** Holds what was loaded last, so many of them; a load that failed is not held. */
export function createRemember(most: number): Remember {
  const held = new Map<string, Promise<unknown>>()
  return <Value>(key: string, load: () => Promise<Value>): Promise<Value> => {
    const loading = (held.get(key) as Promise<Value> | undefined) ?? load()
    held.delete(key)
    held.set(key, loading)
    loading.catch(() => held.delete(key))
    const [oldest] = held.keys()
    if (held.size > most && oldest !== undefined) held.delete(oldest)
    return loading
  }
}
