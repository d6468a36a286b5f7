import { AppError } from '../app-error.ts'

/** Names no id: the answer for another organization's export is the same to the byte as for one that never was. */
export function exportNotFound(): AppError {
  return new AppError('export_not_found', 'This organization has no export with this id.')
}
