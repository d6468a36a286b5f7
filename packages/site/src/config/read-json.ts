import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError } from './advice.ts'

/** Reads one JSON file of the docs folder; undefined when there is none. */
export async function readJson(root: string, file: string): Promise<unknown> {
  const text = await readFile(join(root, file), 'utf8').catch(() => undefined)
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
