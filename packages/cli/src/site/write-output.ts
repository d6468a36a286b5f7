import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { reportPath, type SiteFile } from '@bindery/site'
import { UsageError } from '../errors.ts'

export interface Output {
  write(file: SiteFile): Promise<void>
  /** Puts the finished site in its place, where an older one may stand. */
  publish(): Promise<void>
  discard(): Promise<void>
}

/** The site is made beside its place and moved there when it is whole, so that no half of it is ever served. */
export async function openOutput(out: string, root: string): Promise<Output> {
  await refuseStrangers(out, root)
  const building = `${out}.building`
  await rm(building, { recursive: true, force: true })
  await mkdir(building, { recursive: true })
  const folders = new Set<string>()
  return {
    // At once and not by and by: the processor is what a build waits for, and this takes half as much of it.
    async write({ path, bytes }) {
      const folder = dirname(join(building, path))
      if (!folders.has(folder)) mkdirSync(folder, { recursive: true })
      folders.add(folder)
      writeFileSync(join(building, path), bytes)
    },
    async publish() {
      await rm(out, { recursive: true, force: true })
      await rename(building, out)
    },
    discard: () => rm(building, { recursive: true, force: true }),
  }
}

/** A folder that is replaced must be empty or an earlier site: a mistyped --out must not cost anyone their files. */
async function refuseStrangers(out: string, root: string): Promise<void> {
  if (!relative(out, root).startsWith('..')) {
    throw new UsageError(`--out ${out} holds the docs folder itself. Name another folder.`)
  }
  const names = await readdir(out).catch(() => [])
  const isOurs = await stat(join(out, reportPath)).then(
    () => true,
    () => false,
  )
  if (names.length > 0 && !isOurs) {
    throw new UsageError(`--out ${out} holds files that are no earlier site. Empty it or name another folder.`)
  }
}
