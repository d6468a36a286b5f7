/**
 * `missing`: there is no such object. `corrupt`: what came back is not what was stored. `unavailable`: the storage did
 * not answer, or refused, after every retry.
 */
export type StorageErrorCode = 'missing' | 'corrupt' | 'unavailable'

export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: StorageErrorCode

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Gives whatever the S3 client threw a code and a sentence; what is named already passes through. */
export function toStorageError(error: unknown, action: string, key: string): StorageError {
  if (error instanceof StorageError) return error
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  if (name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404) {
    return new StorageError('missing', `The object ${key} does not exist in the bucket.`, { cause: error })
  }
  const reason = error instanceof Error ? error.message || error.name : String(error)
  return new StorageError('unavailable', `The object storage failed to ${action} ${key}: ${reason}.`, { cause: error })
}
