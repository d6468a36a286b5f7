import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the folder: `region-flag.json` is the script `region-flag`. */
export interface Script {
  name: string
  /** Words that an instruction must hold for this script; a script without any is played when no other fits. */
  match?: string[]
  /** What the model answers first, second and so on; the last one for ever. */
  answers: ScriptAnswer[]
}

export interface ScriptAnswer {
  think?: string
  say?: string
  calls?: {
    name: string
    input?: unknown /** Instead of input: sent as it stands, so it need not be JSON. */
    raw?: string
  }[]
  /** The answer says of itself that it was cut for its length. */
  isCut?: boolean
  /** What happens to the first, second and so on attempt to get this answer. */
  faults?: string[]
}

export function readScripts(folder: string): Script[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return files.sort().map((file) => {
    const script = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Omit<Script, 'name'>
    return { ...script, name: file.replace(/\.json$/, '') }
  })
}

/** The script whose words stand last: an instruction comes after all that was said before it. */
export function chooseScript(scripts: Script[], instruction: string): Script {
  const ranked = scripts
    .map((script) => ({ script, place: placeOf(script, instruction) }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => b.place - a.place)
  const script = ranked[0]?.script ?? scripts.find(({ match }) => match === undefined)
  if (!script) throw new Error('No script fits the instruction, and none is without words.')
  return script
}

function placeOf({ name, match = [] }: Script, instruction: string): number {
  const marker = instruction.lastIndexOf(`[script ${name}]`)
  // A marker is meant; words may be there by chance.
  if (marker >= 0) return instruction.length + marker
  const places = match.map((word) => instruction.lastIndexOf(word))
  return match.length > 0 && !places.includes(-1) ? Math.max(...places) : -1
}
