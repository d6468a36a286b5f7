import { hash } from 'node:crypto'
import { join } from 'node:path'
import { readPageHead } from '../../files/read-page-head.ts'
import type { PlanMemory } from '../../memory/plan-memory.ts'
import { rendererVersion } from '../../renderer-version.ts'
import { findShowing, isSource } from './find-showing.ts'

export interface ShownInput {
  root: string
  /** Every file of the folder, with what its content is known by. */
  files: readonly { path: string; object: string }[]
  /** Whether nobody reads a file of this name as text. */
  isBinary(path: string): boolean
  /** What else the list depends on. */
  besides: unknown
  memory: PlanMemory
}

/**
 * A digest of all that decides which files of other hosts a site shows: where it is the same, so is the list of them. Of a text
 * that shows nothing, and that nothing shows which does, only the front matter counts; of a picture only its name.
 */
export async function digestShown({ root, files, isBinary, besides, memory }: ShownInput): Promise<string> {
  const sources = files.map(({ path }) => path).filter(isSource)
  const { files: showing, imports } = await findShowing(root, sources, memory)
  // What they import is part of them, whatever it shows by itself.
  const needed = new Set(showing)
  for (const file of needed) for (const path of imports.get(file) ?? []) needed.add(path)
  const parts: unknown[] = []
  for (const { path, object } of files) parts.push([path, await partOf(path, object)])
  return hash('sha256', JSON.stringify([rendererVersion, besides, parts]))

  async function partOf(path: string, object: string): Promise<unknown> {
    if (isBinary(path)) return ''
    if (!isSource(path) || needed.has(path)) return object
    return /\.mdx?$/.test(path) ? await memory.recall(join(root, path), readPageHead) : ''
  }
}
