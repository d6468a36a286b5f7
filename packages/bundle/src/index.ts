export { applyDelta } from './apply-delta.ts'
export { BundleError, type BundleErrorCode } from './bundle-error.ts'
export { compareFiles, comparePaths } from './canonical-order.ts'
export { type CheckOptions, verifyBundle, verifyFolder } from './check-bundle.ts'
export type { CheckedManifest } from './check-manifest-entries.ts'
export { decodePackIndex } from './decode-pack-index.ts'
export { type Difference, diffFiles } from './diff-files.ts'
export { measureChunks } from './digest-chunks.ts'
export { encodePackIndex } from './encode-pack-index.ts'
export { extractBundle } from './extract-bundle.ts'
export type {
  BundleFile,
  Manifest,
  ManifestFile,
  Pack,
  PackedFile,
  PackIndex,
  SiteFacts,
  SourceFile,
} from './format.ts'
export { mediaTypeOf } from './media-type.ts'
export { readArchive } from './read-archive.ts'
export { readSharedMembers } from './read-shared-members.ts'
export { DEFAULT_LIMITS, type ReaderLimits } from './reader-limits.ts'
export { createMoves, longestPath, type Moves, mostPatterns } from './redirects/create-moves.ts'
export { isTooOpen, type Move, type Part } from './redirects/move.ts'
export { keyIdOf } from './sign-manifest.ts'
export { unpackFile } from './unpack-file.ts'
export { type BundleInput, type BundleSummary, writeBundle } from './write-bundle.ts'
export { type DeltaInput, type DeltaSummary, writeDelta } from './write-delta.ts'
export { type PackedMember, packFile, writePack } from './write-pack.ts'
export type { Written } from './written.ts'
