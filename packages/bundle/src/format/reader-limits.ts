import { longestPathBytes } from './check-path.ts'

export interface ReaderLimits {
  maxEntries: number
  /** All files together, unpacked. */
  maxBytes: number
  /** One file, which the reader holds in memory; the manifest of 100,000 pages takes about 60 MB. */
  maxFileBytes: number
  /** Unpacked over packed bytes, once the archive has unpacked more than 64 MiB. */
  maxRatio: number
  maxPathBytes: number
}

const MiB = 1024 * 1024

export const defaultLimits: ReaderLimits = {
  maxEntries: 1_000_000,
  maxBytes: 32 * 1024 * MiB,
  maxFileBytes: 128 * MiB,
  maxRatio: 200,
  maxPathBytes: longestPathBytes,
}

// Real sites pack 3 to 20 times; a single 20 MiB file of one letter, the largest a source may hold, must still pass.
export const ratioGraceBytes = 64 * MiB

// Room for the headers of a file beside its content.
export const headerBytes = 8 * 1024
