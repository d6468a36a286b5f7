/** A small, dangerous change to the product, and the test that must notice it. Paths are those of the repository. */
export interface Mutant {
  /** `area/what-goes-wrong`. */
  name: string
  file: string
  /** Stands in the file exactly once. */
  find: string
  replace: string
  /** Why it is dangerous, in one sentence. */
  why: string
  /** A file of tests, and the name of one of them or the part of it that stands in the file. */
  test: { file: string; name: string }
  /** The test takes more than a few seconds: run with all, not in a sample. */
  isSlow?: true
}
