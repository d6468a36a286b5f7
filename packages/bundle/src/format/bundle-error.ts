export type BundleErrorCode =
  // The archive as a container.
  | 'bad_gzip'
  | 'truncated'
  | 'trailing_data'
  | 'bad_checksum'
  | 'not_canonical'
  | 'wrong_size'
  // What an entry is and where it wants to stand.
  | 'forbidden_type'
  | 'unsafe_path'
  | 'path_too_long'
  | 'reserved_path'
  | 'duplicate_path'
  | 'colliding_path'
  // Limits of the reader.
  | 'too_many_entries'
  | 'too_many_bytes'
  | 'file_too_large'
  | 'ratio_exceeded'
  // The manifest and what it says of the files.
  | 'bad_manifest'
  | 'missing_file'
  | 'unexpected_file'
  | 'wrong_bytes'
  | 'wrong_order'
  | 'wrong_domain'
  | 'wrong_version'
  | 'wrong_digest'
  // The signature.
  | 'unsigned'
  | 'bad_signature'
  | 'unknown_key'
  // Packs, deltas and folders.
  | 'bad_pack'
  | 'bad_delta'
  | 'wrong_base'
  | 'folder_exists'
  | 'not_a_bundle_folder'

/** `code` is for programs and never changes its meaning; the message names the entry for people. */
export class BundleError extends Error {
  override readonly name = 'BundleError'
  readonly code: BundleErrorCode
  readonly entry: string | undefined

  constructor(code: BundleErrorCode, message: string, options: { entry?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.entry = options.entry
  }
}

/** A name as it may stand in a sentence or a log: control characters of a hostile name are escaped. */
export function quote(path: string): string {
  return JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path)
}
