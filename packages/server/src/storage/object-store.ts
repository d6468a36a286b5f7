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

export interface PresignedLink {
  url: string
  expiresAt: Date
}

/** One bucket. Whatever is written carries its SHA-256, and nothing that fails it is ever handed over as whole. */
export interface ObjectStore {
  putBytes(key: string, bytes: Uint8Array, options?: WriteOptions): Promise<ObjectDigest>
  /** A file of any size, in parts. */
  putFile(key: string, path: string, options?: WriteOptions): Promise<ObjectDigest>
  /** A body of any size in bounded memory. The returned digest is needed to read the object. */
  putStream(key: string, body: AsyncIterable<Uint8Array>, options?: WriteOptions): Promise<ObjectDigest>
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
