import { hash } from 'node:crypto'
import type { PlanMemory } from '../../memory/plan-memory.ts'
import { findShowing } from './find-showing.ts'

export interface ShownInput {
  root: string
  /** Every file of the folder, with what its content is known by. */
  files: readonly { path: string; object: string }[]
  /** Of the files, see `digestPlanned`. */
  planned: string
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

export async function digestShown({ root, files, planned, besides, memory }: ShownInput): Promise<ShownDigests> {
  const sources = files.map(({ path }) => path)
  const { files: showing, own, imports } = await findShowing(root, sources, memory)
  // What they import is part of them, whatever it shows by itself.
  const needed = new Set(showing)
  for (const file of needed) for (const path of imports.get(file) ?? []) needed.add(path)
  const texts = files.flatMap(({ path, object }) => (needed.has(path) ? [[path, object]] : []))
  const showingParts = [...showing].sort().map((file) => [file, own.has(file), imports.get(file)])
  const candidates = hash('sha256', JSON.stringify([planned, besides, showingParts]))
  return { candidates, list: hash('sha256', JSON.stringify([candidates, texts])) }
}
