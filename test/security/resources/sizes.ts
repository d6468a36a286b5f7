import type { Size } from '../corpus.ts'

/** How large the bombs are, and what the worker has that they must not use up. */
export interface ResourcesSize {
  /** Of the container; what a worker needs at least. */
  memoryBytes: number
  cacheBytes: number
  /** What a fetch may take of time, on a calm machine. */
  fetchSeconds: number
  /** Of the largest file; more than one job gets of the disk. */
  hugeBytes: number
  /** Files of a byte, which take more of the disk than one job gets. */
  tinyFiles: number
  /** What unfolds to more than git gets of memory. */
  bombBytes: number
  /** Of a docs.json; more than a file may have. */
  settingsBytes: number
}

const mebibyte = 1024 ** 2

export const resourcesSizes: Record<Size, ResourcesSize> = {
  gate: {
    memoryBytes: 1024 * mebibyte,
    cacheBytes: 320 * mebibyte,
    fetchSeconds: 5,
    hugeBytes: 220 * mebibyte,
    tinyFiles: 40_000,
    bombBytes: 768 * mebibyte,
    settingsBytes: 64 * mebibyte,
  },
  full: {
    memoryBytes: 1024 * mebibyte,
    cacheBytes: 2048 * mebibyte,
    fetchSeconds: 60,
    hugeBytes: 3072 * mebibyte,
    tinyFiles: 260_000,
    bombBytes: 1536 * mebibyte,
    settingsBytes: 1024 * mebibyte,
  },
}
