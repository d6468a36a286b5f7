/** A folder on disk that the tools work on. Paths are relative to it, with `/`, and lead to regular files alone. */
export interface Tree {
  root: string
  /** Sorted; without `.git`, `node_modules` and symbolic links. */
  list(folder?: string): Promise<Listing>
  /** The bytes of a file, or undefined when there is none. */
  readBytes(path: string, maxBytes: number): Promise<Buffer | undefined>
  write(path: string, content: string): Promise<void>
  remove(path: string): Promise<void>
}

export interface Listing {
  paths: string[]
  /** There are more files than are looked at. */
  isCut: boolean
}

/** The whole new content of a file; null: it is deleted. */
export interface Change {
  path: string
  content: string | null
}

/** What the model asked for and cannot have. The sentence is written for the model. */
export class Refusal extends Error {
  override name = 'Refusal'
}
