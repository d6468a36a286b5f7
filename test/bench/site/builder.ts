import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlainPage } from './make-plain-site.ts'
import type { Measured } from './measure-process.ts'

/** Something else that makes a site of the same pages. */
export interface Builder {
  /** Undefined when it is not on this machine. */
  prepare(pages: PlainPage[]): Promise<Project | undefined>
}

export interface Project extends AsyncDisposable {
  /** From nothing, each time. */
  build(): Promise<Measured>
}

/** A new folder, gone when its project is disposed of. */
export async function makeFolder(parent: string): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(parent, 'bindery-bench-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
