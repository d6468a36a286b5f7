import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { UsageError } from '../errors.ts'

/** The folder that a command was given, if it is one. */
export async function findDocsFolder(dir: string): Promise<string> {
  const root = resolve(dir)
  const found = await stat(root).catch(() => undefined)
  if (!found) throw new UsageError(`The folder ${dir} does not exist. Name the folder that contains docs.json.`)
  if (!found.isDirectory()) throw new UsageError(`${dir} is a file. Name the folder that contains docs.json.`)
  return root
}
