import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process that many share. */
export interface SharedProcess {
  name: string
  pid: number
}

export interface Pause {
  process: string
  ms: number
}

/** A turn of the event loop in which a program still is will have ended. */
const SETTLE_MS = 300

/** The environment of a process whose pauses are to be measured, as are those of all that it starts with it. */
export function measurePauses(folder: string): Record<string, string> {
  mkdirSync(folder, { recursive: true })
  return { NODE_OPTIONS: `--import=${new URL('pause-probe.ts', import.meta.url).href}`, PAUSE_FOLDER: folder }
}

/** Gives the longest pause of any of the processes from now until it is called. */
export function watchPauses(folder: string, processes: readonly SharedProcess[]): () => Promise<Pause> {
  const earlier = processes.map(({ pid }) => readPauses(folder, pid).length)
  return async () => {
    await sleep(SETTLE_MS)
    return processes
      .map(({ name, pid }, index) => ({
        process: name,
        ms: Math.max(0, ...readPauses(folder, pid).slice(earlier[index])),
      }))
      .reduce((longest, pause) => (pause.ms > longest.ms ? pause : longest), { process: 'none', ms: 0 })
  }
}

/** A process without a long turn has no file; that the probe is at work shows in those of its start. */
function readPauses(folder: string, pid: number): number[] {
  const text = readFileSync(join(folder, String(pid)), 'utf8')
  return text.split('\n').filter(Boolean).map(Number)
}
