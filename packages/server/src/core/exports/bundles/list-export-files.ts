import type { ExportFilePage } from '@bindery/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Caller } from '../../access/caller.ts'
import { type RangeStore, readFiles } from './file-index.ts'
import { bundleOf, findExport } from './find-bundle.ts'

export interface FileDeps {
  db: Kysely<Tables>
  store: RangeStore
}

interface ListRequest {
  caller: Caller
  exportId: string
  limit: number
  /** How many files were listed before: a finished export never changes. */
  cursor: number
}

/** The files of a completed export in the order of their paths. */
export async function listExportFiles({ db, store }: FileDeps, request: ListRequest): Promise<ExportFilePage> {
  const { caller, exportId, limit, cursor } = request
  const { key } = bundleOf(await findExport(db, caller, exportId))
  const { files, count } = await readFiles(store, key, { from: cursor, limit })
  const next = cursor + files.length
  return {
    files: files.map(({ path, size, sha256, type, page }) => ({ path, size, sha256, type, page: page ?? null })),
    nextCursor: files.length > 0 && next < count ? String(next) : null,
  }
}
