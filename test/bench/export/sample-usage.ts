import type { CountedBucket } from '../../support/count-bucket-bytes.ts'
import { cpuSecondsOf } from '../host/start-server.ts'

export interface Usage {
  cpuSeconds: number
  bytesRead: number
  bytesWritten: number
}

interface Sample extends Usage {
  /** Milliseconds since the epoch. */
  at: number
}

export interface UsageSamples extends Disposable {
  /** Usage between two times, in milliseconds since the epoch. */
  between(from: number, to: number): Usage
}

const everyMs = 100

/** Samples the processor time of processes and the bytes of a bucket. */
export function sampleUsage(pids: readonly number[], bucket: CountedBucket): UsageSamples {
  const samples: Sample[] = []
  function sample(): void {
    const { read, written } = bucket.take()
    const last = samples.at(-1)
    samples.push({
      at: Date.now(),
      cpuSeconds: pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0),
      bytesRead: (last?.bytesRead ?? 0) + read,
      bytesWritten: (last?.bytesWritten ?? 0) + written,
    })
  }
  sample()
  const timer = setInterval(sample, everyMs)
  const lastBefore = (time: number) => samples.findLast(({ at }) => at <= time) ?? (samples[0] as Sample)
  return {
    between(from, to) {
      sample()
      const [first, last] = [lastBefore(from), lastBefore(to)]
      return {
        cpuSeconds: last.cpuSeconds - first.cpuSeconds,
        bytesRead: last.bytesRead - first.bytesRead,
        bytesWritten: last.bytesWritten - first.bytesWritten,
      }
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
