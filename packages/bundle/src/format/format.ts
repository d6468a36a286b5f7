export const bundleFormat = 'bindery-bundle/1'
export const packFormat = 'bindery-pack/1'
export const signatureFormat = 'bindery-signature/1'
export const deltaFormat = 'bindery-delta/1'

export const manifestPath = 'manifest.json'
export const signaturePath = 'manifest.sig'
export const deltaPath = 'delta.json'

export interface BundleFile {
  /** Relative to the site's root, with forward slashes. */
  path: string
  bytes: Uint8Array
}

/** A file to pack. `page` is the source page it was made from; files without one are shared by the whole site. */
export interface SourceFile extends BundleFile {
  page?: string
}

export interface ManifestFile {
  path: string
  size: number
  sha256: string
  type: string
  page?: string
}

/** A file inside a pack: its gzip member is the `packedSize` bytes from `offset`. */
export interface PackedFile extends ManifestFile {
  offset: number
  packedSize: number
}

export interface PackIndex {
  size: number
  sha256: string
  files: PackedFile[]
}

/** A stored pack. */
export interface Pack {
  index(): Promise<PackIndex>
  /** Bytes that have been compared with the digest in the index: a store may cut or change a body. */
  read(offset: number, length: number): AsyncIterable<Uint8Array>
}

export interface SiteFacts {
  domain: string
  version: string
  commit: string
  /** Time of the commit in UTC, to the second; null where the source is no commit. */
  committedAt: string | null
  renderer: string
}

export interface Manifest {
  site: SiteFacts
  files: ManifestFile[]
}

export type Chunks<T> = AsyncIterable<T> | Iterable<T>
