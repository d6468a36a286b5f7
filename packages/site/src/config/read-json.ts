import { readFile, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { ConfigurationError } from './advice.ts'

/** Reads one JSON file of the docs folder; undefined when there is none. */
export async function readJson(root: string, file: string): Promise<unknown> {
  const text = await readInside(root, file).catch(() => undefined)
  if (text === undefined) return undefined
  if (isNestedDeeply(text)) throw unreadable(file, `It nests more than ${maxNesting} levels deep.`, 'Make it flatter.')
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw unreadable(
      file,
      `This is not JSON: ${(error as Error).message}.`,
      'Look for a missing comma, a comma too many or an unclosed bracket just before that place.',
    )
  }
}

function unreadable(file: string, message: string, suggestion: string): ConfigurationError {
  return new ConfigurationError([{ file, path: '', message, suggestion }])
}

// Whatever walks the configuration calls itself for each level; a group takes two, and nobody nests fifty by hand.
const maxNesting = 100

function isNestedDeeply(text: string): boolean {
  let depth = 0
  for (const [mark] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (mark === '{' || mark === '[') depth += 1
    else if (mark === '}' || mark === ']') depth -= 1
    if (depth > maxNesting) return true
  }
  return false
}

/** A link may lead anywhere on the host; one that leaves the docs folder leads to no file. */
async function readInside(root: string, file: string): Promise<string | undefined> {
  const [folder, path] = await Promise.all([realpath(root), realpath(join(root, file))])
  return path.startsWith(folder + sep) ? readFile(path, 'utf8') : undefined
}
