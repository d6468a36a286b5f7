import { AppError } from '../../app-error.ts'
import { bundleOf, type FoundExport, isExpired } from './find-bundle.ts'
import type { BundleOf } from './store-delta.ts'

/** The bundle that a comparison starts from. Its faults have a code of their own, or they would be taken for the job's. */
export function findComparable(earlier: FoundExport, { project_id }: FoundExport): BundleOf {
  if (earlier.project_id !== project_id) {
    throw notComparable('The export that since names is of another project. Name one of the same project.')
  }
  if (isExpired(earlier)) {
    throw notComparable('The files of the export that since names are no longer kept. Name a later one.')
  }
  if (earlier.status === 'completed') return bundleOf(earlier)
  throw notComparable(
    `The export that since names is ${earlier.status}, so nobody has its bundle. Name a completed one.`,
  )
}

function notComparable(sentence: string): AppError {
  return new AppError('export_not_comparable', sentence)
}
