import { mkdir, statfs } from 'node:fs/promises'
import { OperatorError } from '../../core/operator-error.ts'

export interface CacheBudget {
  bytes: number
  /** What the operator should know. */
  warning?: string
}

const usual = 10 * 1024 ** 3
// Below this not even a small site could be fetched, unpacked and packed again beside another one.
const smallest = 256 * 1024 ** 2

/** How much a worker may write: what was configured, if the volume has it; else the usual, or half of what is free. */
export async function chooseCacheBytes(folder: string, configured?: number): Promise<CacheBudget> {
  await mkdir(folder, { recursive: true })
  const { bsize, blocks, bavail } = await statfs(folder)
  const volume = { bytes: bsize * blocks, free: bsize * bavail }
  if (configured === undefined) return chooseUsual(folder, volume.free)
  if (configured > volume.bytes) {
    throw new OperatorError(
      `BINDERY_WORKER_CACHE_BYTES is ${configured}, but the volume of ${folder} has ${volume.bytes} bytes. Set it to less, or give the worker a larger volume.`,
    )
  }
  if (configured <= volume.free) return { bytes: configured }
  const warning = `BINDERY_WORKER_CACHE_BYTES is ${configured}, but of the volume of ${folder} only ${volume.free} bytes are free. Unless the cache itself holds the rest, exports will fail for want of space.`
  return { bytes: configured, warning }
}

function chooseUsual(folder: string, free: number): CacheBudget {
  const bytes = Math.min(usual, Math.floor(free / 2))
  if (bytes >= smallest) return { bytes }
  throw new OperatorError(
    `The volume of ${folder} has ${free} bytes free, too few for a worker. Set BINDERY_WORKER_CACHE_FOLDER to a folder with more, or BINDERY_WORKER_CACHE_BYTES to what this worker may use (at least ${smallest}).`,
  )
}
