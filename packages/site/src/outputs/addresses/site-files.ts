import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { listBundleFiles, readChosenFiles } from '@bindery/bundle'
import type { SiteFile } from '../../model/site-file.ts'

/** A site as it was published, or is about to be: read more than once, and only in parts. */
export interface SiteFiles {
  /** Paths with a digest where there is one, and the source of a page. */
  list(): Promise<Map<string, { digest?: string; page?: string }>>
  read(paths: ReadonlySet<string>): AsyncIterable<SiteFile>
}

/** `open` gives the bytes of the archive anew each time. */
export function filesOfBundle(open: () => AsyncIterable<Uint8Array>): SiteFiles {
  return {
    async list() {
      const files = await listBundleFiles(open())
      return new Map(
        files.map(({ path, sha256, page }) => [path, { digest: sha256, ...(page !== undefined && { page }) }]),
      )
    },
    read: (paths) => readChosenFiles(open(), ({ path }) => paths.has(path)),
  }
}

/** What `bindery build` wrote, or a bundle that was extracted. */
export function filesOfFolder(root: string): SiteFiles {
  return {
    async list() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true })
      const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      return new Map(paths.map((path) => [relative(root, path).replaceAll(sep, '/'), {}]))
    },
    async *read(paths) {
      for (const path of paths) yield { path, bytes: await readFile(join(root, path)) }
    },
  }
}
