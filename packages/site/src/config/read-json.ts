import { readFile, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { ConfigurationError } from './advice.ts'

/** Reads one JSON file of the docs folder; undefined when there is none. */
export async function readJson(root: string, file: string): Promise<unknown> {
  const text = await readInside(root, file).catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ConfigurationError([
      {
        file,
        path: '',
        message: `This is not JSON: ${(error as Error).message}.`,
        suggestion: 'Look for a missing comma, a comma too many or an unclosed bracket just before that place.',
      },
    ])
  }
}

/** A link may lead anywhere on the host; one that leaves the docs folder leads to no file. */
async function readInside(root: string, file: string): Promise<string | undefined> {
  const [folder, path] = await Promise.all([realpath(root), realpath(join(root, file))])
  return path.startsWith(folder + sep) ? readFile(path, 'utf8') : undefined
}
