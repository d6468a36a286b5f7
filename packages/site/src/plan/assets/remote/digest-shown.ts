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

export interface ShownDigests {
  /**
   * Of all that decides which files of other hosts a site shows: where it is the same, so is the list of them. Of a text that
   * shows nothing, and that nothing shows which does, only the front matter counts; of a picture only its name.
   */
  list: string
  /**
   * Of all that decides which pages may show some, and the plan by which they are asked: of each page the front matter, and of
   * those that may show something what they import. Where it is the same, pages are asked by the plan of before.
   */
  candidates: string
}

export async function digestShown({ root, files, isBinary, besides, memory }: ShownInput): Promise<ShownDigests> {
  const sources = files.map(({ path }) => path).filter(isSource)
  const { files: showing, own, imports } = await findShowing(root, sources, memory)
  // What they import is part of them, whatever it shows by itself.
  const needed = new Set(showing)
  for (const file of needed) for (const path of imports.get(file) ?? []) needed.add(path)
  const planned: unknown[] = []
  const texts: [string, string][] = []
  for (const { path, object } of files) {
    planned.push([path, await plannedPart(path, object)])
    if (needed.has(path)) texts.push([path, object])
  }
  const showingParts = [...showing].sort().map((file) => [file, own.has(file), imports.get(file)])
  const candidates = hash('sha256', JSON.stringify([rendererVersion, besides, planned, showingParts]))
  return { candidates, list: hash('sha256', JSON.stringify([candidates, texts])) }

  /** What planning makes of a file. */
  async function plannedPart(path: string, object: string): Promise<unknown> {
    // A drawing is text, and like any picture it is shown by its address.
    if (isBinary(path) || /\.svg$/i.test(path)) return ''
    if (!isSource(path)) return object
    return /\.mdx?$/.test(path) ? await memory.recall(join(root, path), readPageHead) : ''
  }
}
