import { setTimeout as delay } from 'node:timers/promises'
import { StorageError } from './storage-error.ts'

const attempts = 5

/**
 * The S3 client repeats a request that fails before its body, but not one whose body breaks off. At one broken body in
 * ten, five attempts leave one in a hundred thousand to the step's own retry.
 */
export async function retryRead<T>(read: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      const missing = error instanceof StorageError && error.code === 'missing'
      if (missing || attempt === attempts || signal?.aborted) throw error
      await delay(50 * 2 ** attempt * (0.5 + Math.random()), undefined, { signal })
    }
  }
}
