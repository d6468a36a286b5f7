import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Advice } from '../../../model/advice.ts'
import { type ParsedRules, parseRules } from './parse-rules.ts'

/** Says of a path (a folder's ends with a slash) whether the author keeps it out of the site. */
export type Ignores = (path: string) => boolean

// A path is compared with all of it: at the worst, each character with each, 135 ms for the longest path that git has.
const longestFile = 8_192

/** Reads `.mintignore` and `.binderyignore`, which are written like a `.gitignore`. */
export async function readIgnores(root: string, advise: (advice: Advice) => void = () => {}): Promise<Ignores> {
  const parsed: ParsedRules[] = []
  for (const file of ['.mintignore', '.binderyignore']) {
    const start = await readStart(join(root, file)).catch(() => undefined)
    if (start) parsed.push(parseRules(file, start))
  }
  for (const advice of parsed.flatMap((one) => one.advice)) advise(advice)
  return createIgnores(parsed.flatMap((one) => one.rules))
}

async function readStart(path: string): Promise<{ text: string; isCut: boolean }> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(longestFile + 1), 0, longestFile + 1, 0)
  return { text: buffer.toString('utf8', 0, Math.min(bytesRead, longestFile)), isCut: bytesRead > longestFile }
}

/** The last rule that matches decides. */
function createIgnores(rules: ParsedRules['rules']): Ignores {
  return (path) => {
    const isFolder = path.endsWith('/')
    const names = (isFolder ? path.slice(0, -1) : path).split('/').map((name) => [...name])
    const last = rules.findLast((rule) => (isFolder || !rule.foldersOnly) && rule.matches(names))
    return last !== undefined && !last.negated
  }
}
