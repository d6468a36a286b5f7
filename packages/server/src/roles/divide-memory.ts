import { availableParallelism, totalmem } from 'node:os'
import { OperatorError } from '../core/operator-error.ts'

/** What a worker's processes may take of the memory that it has. */
export interface MemoryShares {
  totalBytes: number
  /** Render processes, unless configured: one for each core, and at most one for each GiB. */
  cores: number
  render: ProcessMemory
  /** One process that plans or finishes a site. */
  task: ProcessMemory
  /** All render and task processes together: when they come to more, the largest ends. */
  processesMb: number
  /** Of each git process. */
  gitBytes: number
  /** Repositories that are fetched at once. */
  fetches: number
}

/** Of the heap, and of the process as a whole. */
export interface ProcessMemory {
  memoryMb: number
  residentMb: number
}

export interface MemorySettings {
  cores?: number | undefined
  gitBytes?: number | undefined
  fetches?: number | undefined
}

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3

// Measured: a worker itself stands at 180 to 260 MiB.
const ownBytes = 320 * mebibyte
const shareOfGit = 0.35
// Beside the one git that unpacks, two or three that pass its bytes on, and hold a list of refs of at most 8 MiB.
const helperBytes = 64 * mebibyte
// 300,000 files of a usual size were fetched within 64 MiB.
const smallestGit = 96 * mebibyte
const largestGit = gibibyte
// One of each kind stands at 200 MiB before it has anything to do.
const smallestProcesses = 384

/** Divides the memory of the container, or of the machine where there is none, so that all shares fit together. */
export function divideMemory(settings: MemorySettings, totalBytes = readMemoryLimit()): MemoryShares {
  const fetches = settings.fetches ?? chooseFetches(totalBytes, settings.gitBytes)
  const gitBytes =
    settings.gitBytes ?? clamp((totalBytes * shareOfGit) / fetches - helperBytes, smallestGit, largestGit)
  const needed = ownBytes + fetches * (gitBytes + helperBytes)
  if (needed > totalBytes) throw tooMuch({ fetches, gitBytes, totalBytes, needed })
  const cores = settings.cores ?? clamp(totalBytes / gibibyte, 1, availableParallelism())
  const processesMb = Math.max(smallestProcesses, Math.floor((totalBytes - needed) / mebibyte))
  const residentMb = clamp(processesMb / cores, 192, 1024)
  const taskMb = clamp(processesMb, 256, 1536)
  return {
    totalBytes,
    cores,
    render: { residentMb, memoryMb: Math.min(512, Math.floor(residentMb * 0.6)) },
    task: { residentMb: taskMb, memoryMb: Math.floor(taskMb * 0.65) },
    processesMb,
    gitBytes,
    fetches,
  }
}

function chooseFetches(totalBytes: number, gitBytes: number | undefined): number {
  if (gitBytes === undefined) return clamp(totalBytes / (512 * mebibyte), 1, 4)
  return clamp((totalBytes * shareOfGit) / (gitBytes + helperBytes), 1, 4)
}

/** Of the control group, of either version; without one it is a number beyond all machines. */
function readMemoryLimit(): number {
  const limit = process.constrainedMemory()
  return limit > 0 && limit < totalmem() ? limit : totalmem()
}

function clamp(value: number, least: number, most: number): number {
  return Math.floor(Math.min(most, Math.max(least, value)))
}

function tooMuch({ fetches, gitBytes, totalBytes, needed }: { [name: string]: number }): OperatorError {
  return new OperatorError(
    `The worker has ${totalBytes} bytes of memory, but ${fetches} fetches at once with ${gitBytes} bytes for each git need ${needed} with the worker itself. Give it more memory, or set BINDERY_WORKER_FETCHES or BINDERY_WORKER_GIT_MEMORY_BYTES to less.`,
  )
}
