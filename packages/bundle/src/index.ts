export { readArchive } from './archive/read-archive.ts'
export { streamFile } from './archive/stream-file.ts'
export { unpackFile } from './archive/unpack-file.ts'
export { applyDelta, extractDelta, type VerifiedBundle } from './delta/apply-delta.ts'
export { type Difference, diffFiles } from './delta/diff-files.ts'
export {
  type DeltaInput,
  type DeltaSummary,
  type MemberReader,
  writeDelta,
} from './delta/write-delta.ts'
export { verifyBundle, verifyFolder } from './folder/check-bundle.ts'
export { extractBundle } from './folder/extract-bundle.ts'
export { BundleError, type BundleErrorCode } from './format/bundle-error.ts'
export { compareFiles, comparePaths } from './format/canonical-order.ts'
export { measureChunks } from './format/digest-chunks.ts'
export { encodePath } from './format/encode-path.ts'
export type {
  BundleFile,
  Manifest,
  ManifestFile,
  Pack,
  PackedFile,
  PackIndex,
  SiteFacts,
  SourceFile,
} from './format/format.ts'
export { mediaTypeOf, mediaTypes } from './format/media-type.ts'
export { foldPath } from './format/path-ledger.ts'
export { defaultLimits, type ReaderLimits } from './format/reader-limits.ts'
export { reasonOf } from './format/reason-of.ts'
export { createMoves, longestPath, type Moves, mostPatterns } from './format/redirects/create-moves.ts'
export { isTooOpen, type Move, type Part } from './format/redirects/move.ts'
export { decodeMoves, encodeMoves, redirectsFile } from './format/redirects/moves-file.ts'
export type { Written } from './format/written.ts'
export { type CheckedManifest, type Expectations, unchecked } from './manifest/check-manifest-entries.ts'
export { parsePublicKeys } from './manifest/parse-public-keys.ts'
export { keyIdOf } from './manifest/sign-manifest.ts'
export { decodePackIndex } from './pack/decode-pack-index.ts'
export { encodePackIndex } from './pack/encode-pack-index.ts'
export { listBundleFiles, readChosenFiles } from './pack/read-chosen-files.ts'
export { readSharedMembers } from './pack/read-shared-members.ts'
export {
  type BundleInput,
  type BundleSummary,
  type HeadInput,
  writeBundle,
  writeBundleBehind,
  writeBundleHead,
} from './pack/write-bundle.ts'
export { type PackedMember, packFile, writePack } from './pack/write-pack.ts'
export { contentPolicyOf } from './serve/content-policy.ts'
export { isKnown, isStill, tagOf } from './serve/entity-tag.ts'
export { findFile, listNamesAt } from './serve/find-file.ts'
export { readMoves } from './serve/read-moves.ts'
export { locate, readPath } from './serve/read-path.ts'
export { type Range, readRange } from './serve/read-range.ts'
export { describeFile, type FileFacts, type ServedFile } from './serve/served-file.ts'
