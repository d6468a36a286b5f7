import { AppError } from '../../app-error.ts'
import { bundleOf, type FoundExport, isExpired } from './find-bundle.ts'
import type { BundleOf } from './store-delta.ts'

/** The bundle that a comparison starts from. Its faults have a code of their own, or they would be taken for the job's. */
export function findComparable(earlier: FoundExport, row: FoundExport): BundleOf {
  expectSameProject(earlier, row)
  if (isExpired(earlier)) {
    throw notComparable('The files of the export that since names are no longer kept. Name a later one.')
  }
  if (earlier.status === 'completed') return bundleOf(earlier)
  throw notComparable(
    `The export that since names is ${earlier.status}, so nobody has its bundle. Name a completed one.`,
  )
}

/**
 * The base of a delta. Only a current export has deltas from newer ones, because deltas are stored and each pair of exports
 * could have two.
 */
export function findDeltaBase(earlier: FoundExport, row: FoundExport): BundleOf {
  if (earlier.created_at > row.created_at && !row.isCurrent) {
    throw notComparable(
      `${earlier.id} is newer than ${row.id}, which is not current. Name an older export, or leave out since to get the whole bundle.`,
    )
  }
  return findComparable(earlier, row)
}

function expectSameProject(earlier: FoundExport, { project_id }: FoundExport): void {
  if (earlier.project_id === project_id) return
  throw notComparable('The export that since names is of another project. Name one of the same project.')
}

function notComparable(sentence: string): AppError {
  return new AppError('export_not_comparable', sentence)
}
