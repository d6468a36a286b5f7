import { familyMb, processMb } from '../../bench/site/measure-process.ts'
import type { Fleet } from '../fleet.ts'

/** The workers themselves, which hold for good what they hold, and with the processes that they have started. */
export function weigh({ workers }: Fleet): { own: number; all: number } {
  const sum = (sizeOf: (pid: number) => number) =>
    Math.round(workers.reduce((total, { child }) => total + sizeOf(child.pid ?? 0), 0))
  return { own: sum(processMb), all: sum(familyMb) }
}

export function watchPeak(fleet: Fleet) {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, weigh(fleet).all)
  }, 500)
  return { peakMb: () => peak, [Symbol.dispose]: () => clearInterval(timer) }
}
