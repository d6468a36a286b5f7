import type { PageDifference } from '@bindery/contract'
import type { Caller } from '../../access/caller.ts'
import { AppError } from '../../app-error.ts'
import { findFile, readSmall } from '../bundles/file-index.ts'
import { bundleOf, findExport } from '../bundles/find-bundle.ts'
import { findComparable } from '../bundles/find-comparable.ts'
import type { FileDeps } from '../bundles/list-export-files.ts'
import { diffBlocks } from './diff-blocks.ts'

// Longer texts are not what people read, and comparing them would hold up other requests.
const mostTextBytes = 1024 * 1024

interface PageRequest {
  caller: Caller
  exportId: string
  since: string
  /** The page within the site, with or without its ending. */
  path: string
  /** Where the page was before it moved. */
  from: string
}

/** What changed in the text of one page. A page that only one of the exports has is new or gone as a whole. */
export async function readPageChange(
  { db, store }: FileDeps,
  { caller, exportId, since, path, from }: PageRequest,
): Promise<PageDifference> {
  const row = await findExport(db, caller, exportId)
  const earlier = await findExport(db, caller, since)
  const { key } = bundleOf(row)
  const [before, after] = await Promise.all([
    findText(store, findComparable(earlier, row).key, from),
    findText(store, key, path),
  ])
  if (!before && !after) {
    throw new AppError(
      'file_not_found',
      'Neither export has the text of a page at this path. The list of changes names the pages.',
    )
  }
  const tooLong = before?.text === null || after?.text === null
  const blocks = tooLong ? null : diffBlocks(before?.text ?? '', after?.text ?? '')
  return { jobId: exportId, since, path, blocks }
}

async function findText(store: FileDeps['store'], key: string, path: string) {
  const file = await findFile(store, key, `${path.replace(/\.html$/, '')}.md`)
  if (!file || file.page === undefined) return undefined
  return { text: (await readSmall(store, key, file, mostTextBytes))?.toString() ?? null }
}
