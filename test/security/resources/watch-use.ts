import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { MemoryGroup } from './memory-group.ts'

export interface UseWatch extends AsyncDisposable {
  /** The most that there has been so far, each. */
  peaks(): { memoryBytes: number; diskBytes: number; looks: number }
}

const run = promisify(execFile)
const pauseMs = 100

/** Looks at memory and disk again and again. */
export function watchUse(memory: Pick<MemoryGroup, 'usedBytes'>, folder: string): UseWatch {
  const peaks = { memoryBytes: 0, diskBytes: 0, looks: 0 }
  let isOver = false
  const look = setInterval(() => {
    peaks.memoryBytes = Math.max(peaks.memoryBytes, memory.usedBytes())
  }, pauseMs)
  const measuring = measureAgain()

  async function measureAgain(): Promise<void> {
    while (!isOver) {
      peaks.diskBytes = Math.max(peaks.diskBytes, await measureDisk(folder))
      peaks.looks += 1
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  return {
    peaks: () => ({ ...peaks }),
    async [Symbol.asyncDispose]() {
      isOver = true
      clearInterval(look)
      await measuring
    },
  }
}

/** What all files below take of the disk, as `du` sees it; some vanish while it looks. */
export async function measureDisk(folder: string): Promise<number> {
  const { stdout } = await run('du', ['--summarize', '--block-size=1', folder]).catch((error) => error)
  return Number.parseInt(stdout, 10) || 0
}
