import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Crossings {
  /** Sources of which a function ran. */
  files: number
  /** How often the way leads back to a folder that it had left before. */
  returns: number
  /** The folders in the order in which they are first entered. */
  folders: string[]
}

interface Call {
  at: number
  function: string
}

/** What all processes have written down since a moment, in the order of time. */
export function readCalls(folder: string, since = 0): Call[] {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
  const calls = lines.map((line) => ({ at: Number.parseFloat(line), function: line.slice(line.indexOf(' ') + 1) }))
  return calls.filter(({ at }) => at >= since).sort((a, b) => a.at - b.at)
}

/** The way through the sources of one package: each function where it is first called, as a reader would follow it. */
export function countCrossings(calls: readonly Call[], root: string): Crossings {
  const files = calls.map((call) => call.function.replace(/\.js:\d+$/, '')).filter((file) => file.startsWith(root))
  const entered = new Set<string>()
  let [returns, current] = [0, '']
  for (const folder of files.map((file) => dirname(file))) {
    if (folder !== current && entered.has(folder)) returns += 1
    entered.add(folder)
    current = folder
  }
  return { files: new Set(files).size, returns, folders: [...entered].map((folder) => folder.slice(root.length)) }
}
