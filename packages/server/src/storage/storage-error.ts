import { reasonOf } from '@bindery/bundle'
import { CodedError } from '../ops/coded-error.ts'

/**
 * `missing`: there is no such object. `corrupt`: what came back is not what was stored. `unavailable`: the storage did
 * not answer, or refused, after every retry.
 */
export type StorageErrorCode = 'missing' | 'corrupt' | 'unavailable'

export class StorageError extends CodedError<StorageErrorCode> {
  override readonly name = 'StorageError'
}

/** Gives whatever the S3 client threw a code and a sentence; what is named already passes through. */
export function toStorageError(error: unknown, action: string, key: string): StorageError {
  if (error instanceof StorageError) return error
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  if (name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404) {
    return new StorageError('missing', `The object ${key} does not exist in the bucket.`, { cause: error })
  }
  return new StorageError('unavailable', `The object storage failed to ${action} ${key}: ${reasonOf(error)}.`, {
    cause: error,
  })
}
