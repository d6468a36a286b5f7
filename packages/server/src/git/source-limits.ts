export interface SourceLimits {
  /** Largest pack that is fetched. */
  repositoryBytes: number
  fetchMs: number
  /** Memory of each git process. */
  gitMemoryBytes: number
  /** A larger file is left out of the source and reported. */
  fileBytes: number
  /** All files of the documentation folder together: a small pack can hold one blob under a million names. */
  sourceBytes: number
  /** Files, folders and whatever else the documentation folder names. */
  entries: number
}

/** 100,000 pages of one site, and as many images and folders again. */
export const defaultSourceLimits: SourceLimits = {
  repositoryBytes: 2 * 1024 ** 3,
  fetchMs: 10 * 60_000,
  gitMemoryBytes: 256 * 1024 ** 2,
  fileBytes: 20 * 1024 ** 2,
  sourceBytes: 2 * 1024 ** 3,
  entries: 300_000,
}
