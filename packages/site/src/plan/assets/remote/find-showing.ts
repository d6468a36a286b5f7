import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlanMemory } from '../../memory/plan-memory.ts'
import { readAll } from '../../memory/read-all.ts'
import { listImports } from './list-imports.ts'
import { mayShowRemote } from './may-show-remote.ts'

export interface Showing {
  /** Files that may show something remote, or import one that does. */
  files: Set<string>
  /** Those of them that do so by themselves. */
  own: Set<string>
  /** What each file may import. */
  imports: Map<string, string[]>
}

interface ShownInFile {
  shows: boolean
  imports: string[]
}

/** Looks through whatever pages may import, and pages themselves. */
export async function findShowing(root: string, files: readonly string[], memory?: PlanMemory): Promise<Showing> {
  const importers = new Map<string, string[]>()
  const imports = new Map<string, string[]>()
  const showing = new Set<string>()
  // Of each file only this is held: the text of all of them would be 100 MB for 10,000 pages.
  const sources = files.filter(isSource)
  const read = (_path: string, file: string) => readShown(root, file)
  const shown = await readAll({ root, files: sources, width: 32, read, memory, reader: 'remote' })
  for (const [at, file] of sources.entries()) {
    const { shows, imports: paths } = shown[at] as ShownInFile
    if (shows) showing.add(file)
    if (paths.length > 0) imports.set(file, paths)
    for (const path of paths) addTo(importers, path, file)
  }
  const own = new Set(showing)
  // A set goes on to what is added while it is walked.
  for (const file of showing) for (const importer of importers.get(file) ?? []) showing.add(importer)
  return { files: showing, own, imports }
}

function addTo(lists: Map<string, string[]>, name: string, item: string): void {
  const list = lists.get(name)
  if (list) list.push(item)
  else lists.set(name, [item])
}

async function readShown(root: string, file: string): Promise<ShownInFile> {
  const text = await readText(root, file)
  const imports = listImports(text, file)
  return { shows: imports === undefined || mayShowRemote(text), imports: imports ?? [] }
}

const sourceName = /\.(?:mdx?|[cm]?[jt]sx?)$/i

export function isSource(file: string): boolean {
  return sourceName.test(file)
}

export function readText(root: string, file: string): Promise<string> {
  return readFile(join(root, file), 'utf8').catch(() => '')
}
