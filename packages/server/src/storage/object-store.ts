import type { Readable } from 'node:stream'

/** What was stored, by our own count: the storage's word for it is never enough. */
export interface ObjectDigest {
  bytes: number
  sha256: string
}

export interface ReadOptions {
  signal?: AbortSignal | undefined
}

export interface WriteOptions extends ReadOptions {
  contentType?: string
}

export interface ByteRange {
  offset: number
  length: number
}

/** Bytes that lie in the bucket already, at a place of an object that never changes. */
export interface StoredBytes {
  bytes: Uint8Array
  key: string
  offset: number
}

export interface PresignedLink {
  url: string
  expiresAt: Date
}

/** One bucket. Whatever is written carries its SHA-256, and nothing that fails it is ever handed over as whole. */
export interface ObjectStore {
  putBytes(key: string, bytes: Uint8Array, options?: WriteOptions): Promise<ObjectDigest>
  /** A file of any size, in parts. */
  putFile(key: string, path: string, options?: WriteOptions): Promise<ObjectDigest>
  /**
   * A body of any size in bounded memory. Its digest is only known afterwards: keep it, to read the object with. What of it is
   * stored already is copied inside the bucket where that can be.
   */
  putStream(key: string, body: AsyncIterable<Uint8Array | StoredBytes>, options?: WriteOptions): Promise<ObjectDigest>
  /** Inside the bucket, with what it carries. False where there is nothing to copy. */
  copy(from: string, to: string): Promise<boolean>
  getBytes(key: string, options?: ReadOptions & { expected?: ObjectDigest }): Promise<Buffer>
  /** A part of an object, exactly so long. The caller must be able to tell whether its content is what was stored. */
  getRange(key: string, range: ByteRange, options?: ReadOptions): Promise<Buffer>
  /** Downloads to a new file; on failure no file is left. */
  getFile(key: string, path: string, options?: ReadOptions): Promise<void>
  /** The stream ends with an error instead of its end when the body is not what was stored. */
  getStream(key: string, options?: ReadOptions & { expected?: ObjectDigest }): Promise<Readable>
  head(key: string): Promise<{ bytes: number; sha256: string | undefined } | undefined>
  list(prefix: string, options?: ReadOptions): AsyncIterable<string>
  /** At most 1,000. Those that are gone already are no fault. */
  deleteKeys(keys: readonly string[], options?: ReadOptions): Promise<void>
  /** How many objects there were. */
  deletePrefix(prefix: string): Promise<number>
  /** Ends uploads in parts below the prefix that nobody goes on with; no list of objects shows them. How many there were. */
  abortUploads(prefix: string, isMeant: (key: string) => boolean): Promise<number>
  presignGet(key: string, options: { expiresInSeconds: number; filename: string }): Promise<PresignedLink>
  /** Throws with advice when the bucket cannot be reached. */
  checkBucket(): Promise<void>
  close(): void
}
