/** An object of ours by key and digest: small enough for the engine to remember. */
export interface StoredObject {
  key: string
  sha256: string
}
