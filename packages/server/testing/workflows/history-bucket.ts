import type { ObjectStore } from '../../src/storage/object-store.ts'

/** A bucket of which only the keys matter. */
export interface HistoryBucket {
  store: Pick<ObjectStore, 'list' | 'deleteKeys' | 'deletePrefix' | 'abortUploads'>
  put(key: string): Promise<void>
  delete(keys: readonly string[]): Promise<void>
  keys(prefix: string): Promise<string[]>
}

/** In memory, for many histories. */
export function createMemoryBucket(): HistoryBucket {
  const stored = new Set<string>()
  const keys = (prefix: string) => [...stored].filter((key) => key.startsWith(prefix)).sort()
  const remove = async (some: readonly string[]) => {
    for (const key of some) stored.delete(key)
  }
  return {
    store: {
      async *list(prefix) {
        yield* keys(prefix)
      },
      deleteKeys: remove,
      async deletePrefix(prefix) {
        const found = keys(prefix)
        await remove(found)
        return found.length
      },
      abortUploads: async () => 0,
    },
    put: async (key) => void stored.add(key),
    delete: remove,
    keys: async (prefix) => keys(prefix),
  }
}

/** A real one, for a few. */
export function useRealBucket(store: ObjectStore): HistoryBucket {
  return {
    store,
    put: async (key) => void (await store.putBytes(key, Buffer.from('x'))),
    delete: (keys) => store.deleteKeys(keys),
    keys: (prefix) => Array.fromAsync(store.list(prefix)),
  }
}
