import { readFile, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { ConfigurationError } from '../model/advice.ts'

export interface ReadJson {
  value: unknown
  /** Of its text. */
  length: number
}

/** Reads one JSON file of the docs folder; undefined when there is none. */
export async function readJson(root: string, file: string): Promise<ReadJson | undefined> {
  const text = await readInside(root, file).catch(() => undefined)
  if (text === undefined) return undefined
  if (isNestedDeeply(text)) throw unreadable(file, `It nests more than ${maxNesting} levels deep.`, 'Make it flatter.')
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')), length: text.length }
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

/** By hand: an expression looks for the end of a string behind each of its escaped quotes, 400 KB of them for minutes. */
function isNestedDeeply(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') isInString = !isInString
    else if (isInString) at += sign === '\\' ? 1 : 0
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    if (depth > maxNesting) return true
  }
  return false
}

/** A link may lead anywhere on the host; one that leaves the docs folder leads to no file. */
export async function readInside(root: string, file: string): Promise<string | undefined> {
  const [folder, path] = await Promise.all([realpath(root), realpath(join(root, file))])
  return path.startsWith(folder + sep) ? readFile(path, 'utf8') : undefined
}
