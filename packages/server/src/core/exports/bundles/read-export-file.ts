import type { ManifestFile } from '@bindery/bundle'
import type { Caller } from '../../access/caller.ts'
import { AppError } from '../../app-error.ts'
import { findFile, streamPacked } from './file-index.ts'
import { bundleOf, findExport } from './find-bundle.ts'
import type { FileDeps } from './list-export-files.ts'

interface FileRequest {
  caller: Caller
  exportId: string
  path: string
}

/** One file of a completed export, read while it is sent, and what its manifest says of it. */
export async function openExportFile(
  { db, store }: FileDeps,
  { caller, exportId, path }: FileRequest,
): Promise<{ file: ManifestFile; bytes: AsyncIterable<Uint8Array> }> {
  const { key } = bundleOf(await findExport(db, caller, exportId))
  const file = await findFile(store, key, path)
  if (!file)
    throw new AppError('file_not_found', 'This export has no file at this path. The list of its files has all.')
  return { file, bytes: streamPacked(store, key, file) }
}
