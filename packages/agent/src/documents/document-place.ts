import type { Tree } from '../tree/tree.ts'

/** Where a change is made, and what says which data belongs to the documentation. */
export interface DocumentPlace {
  /** As it is before the change. */
  tree: Tree
  /** Those whose `docs.json` counts: one that has just lost a reference still knows the file. */
  settings: readonly Tree[]
  /** The folder of the documentation in the repository; empty: the whole of it. */
  docsPath: string
}
