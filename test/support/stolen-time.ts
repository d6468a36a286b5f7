import { readFileSync } from 'node:fs'

/** A tick of the counters in /proc/stat. */
const tickMs = 10

/**
 * Milliseconds of this machine's processors, since it started, that its owner gave to other guests while they were wanted
 * here. 0 where no such thing is counted.
 */
export function readStolenMs(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
  return Number(line.split(/\s+/)[8] ?? 0) * tickMs
}
