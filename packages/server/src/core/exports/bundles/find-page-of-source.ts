import type { Caller } from '../../access/caller.ts'
import { AppError } from '../../app-error.ts'
import { findFile, walkFiles } from './file-index.ts'
import { bundleOf, findExport } from './find-bundle.ts'
import type { FileDeps } from './list-export-files.ts'

interface SourceRequest {
  caller: Caller
  exportId: string
  /** Below the docs folder. */
  source: string
}

/** The file that readers get for a page of the docs folder: most pages have the name of their source, any may have another. */
export async function findPageOfSource(
  { db, store }: FileDeps,
  { caller, exportId, source }: SourceRequest,
): Promise<string> {
  const { key } = bundleOf(await findExport(db, caller, exportId))
  const usual = await findFile(store, key, source.replace(/\.mdx?$/, '.html'))
  if (usual?.page === source) return usual.path
  for await (const { path, page } of walkFiles(store, key)) {
    if (page === source && path.endsWith('.html')) return path
  }
  throw new AppError(
    'file_not_found',
    'No page of this export is made from this file. It may be part of other pages, or left out.',
  )
}
