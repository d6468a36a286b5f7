import type { ExportChanges } from '@bindery/contract'
import { StorageError } from '../../../storage/storage-error.ts'
import { AppError } from '../../app-error.ts'
import { listChanges } from './list-changes.ts'

/** The changes, or undefined where the files of one of the two are gone: then there is nothing to compare. */
export function findChanges(...asked: Parameters<typeof listChanges>): Promise<ExportChanges | undefined> {
  return listChanges(...asked).catch((error: unknown) => {
    if (isGone(error)) return undefined
    throw error
  })
}

function isGone(error: unknown): boolean {
  if (error instanceof StorageError) return error.code === 'missing'
  return error instanceof AppError && (error.code === 'export_not_comparable' || error.code === 'export_expired')
}
